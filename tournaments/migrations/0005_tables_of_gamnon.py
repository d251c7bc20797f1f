"""Gamnon is for three and more: no stage of it asks for tables of two, so that copies do not."""

from django.db import migrations

LEAST = 3


def drop_tables_of_two(apps, schema_editor):
    stages = apps.get_model("tournaments", "Stage").objects.filter(
        event__game="gamnon", system="tables"
    )
    for stage in stages:
        sizes = stage.options.get("sizes")
        if sizes and min(sizes) < LEAST:
            kept = [size for size in sizes if size >= LEAST] or [LEAST]
            stage.options = {**stage.options, "sizes": kept}
            stage.save(update_fields=["options"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_life_of_an_event")]

    operations = [migrations.RunPython(drop_tables_of_two, migrations.RunPython.noop)]

from django.db import migrations, models

from tournaments.name_folding import fold_name

COLUMNS = ("folded_name", "folded_sort_name")
BATCH = 500


def fold_names(apps, schema_editor):
    players = apps.get_model("tournaments", "Player").objects
    rows = list(players.only("name", "sort_name"))
    for row in rows:
        row.folded_name, row.folded_sort_name = fold_name(row.name), fold_name(row.sort_name)
    players.bulk_update(rows, COLUMNS, batch_size=BATCH)


def folded_name():
    return models.CharField(
        blank=True, db_index=True, default="", editable=False, max_length=200
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_event_about")]

    operations = [
        migrations.AddField("player", "folded_name", folded_name()),
        migrations.AddField("player", "folded_sort_name", folded_name()),
        migrations.RunPython(fold_names, migrations.RunPython.noop, elidable=True),
    ]

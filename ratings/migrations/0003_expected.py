"""What was expected of each game, beside what it did. Lists that exist are rated anew for it."""

from django.db import migrations, models
from django.db.models import F


def rate_anew(apps, schema_editor):
    """Mark every list as dirty from its first game: the worker writes what differs."""
    for pool in apps.get_model("ratings", "Pool").objects.all():
        if pool.building is not None:
            pool.building["redo"] = ""
        pool.dirty_from = ""
        pool.ledger_version = F("ledger_version") + 1
        pool.save(update_fields=["building", "dirty_from", "ledger_version"])


class Migration(migrations.Migration):
    dependencies = [("ratings", "0002_keys_compare_as_bytes")]
    operations = [
        migrations.AddField(
            model_name="ratingchange",
            name="expected",
            field=models.FloatField(blank=True, null=True),
        ),
        migrations.RunPython(rate_anew, migrations.RunPython.noop),
    ]

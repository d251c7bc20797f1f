from django.db import migrations, models
from django.db.models import F
from django.utils import timezone


def copy_last_failure(apps, schema_editor):
    """Of tasks that failed before, the last attempt is the first that is known."""
    apps.get_model("tournaments", "FailedTask").objects.update(first_failed_at=F("failed_at"))


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0011_parts_of_a_proof"),
    ]

    operations = [
        migrations.AddField(
            model_name="failedtask",
            name="first_failed_at",
            field=models.DateTimeField(
                default=timezone.now, help_text="Since when it has not been done."
            ),
            preserve_default=False,
        ),
        migrations.RunPython(copy_last_failure, migrations.RunPython.noop),
    ]

from django.db import migrations, models

from tournaments.name_folding import fold_name

BATCH = 500


def fold_names(apps, schema_editor):
    clubs = apps.get_model("tournaments", "Club").objects
    rows = list(clubs.only("name"))
    for row in rows:
        row.folded_name = fold_name(row.name)
    clubs.bulk_update(rows, ["folded_name"], batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0031_season_scorings"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="description",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
        migrations.AddField(
            model_name="club",
            name="folded_name",
            field=models.CharField(
                blank=True, db_default="", db_index=True, default="", editable=False, max_length=200
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="folded_place",
            field=models.CharField(
                blank=True, db_default="", db_index=True, default="", editable=False, max_length=200
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="joining",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
        migrations.AddField(
            model_name="club",
            name="map",
            field=models.CharField(blank=True, db_default="", default="", max_length=500),
        ),
        migrations.AddField(
            model_name="club",
            name="meets",
            field=models.CharField(blank=True, db_default="", default="", max_length=200),
        ),
        migrations.AddField(
            model_name="club",
            name="place",
            field=models.CharField(blank=True, db_default="", default="", max_length=200),
        ),
        migrations.AddField(
            model_name="clubrole",
            name="is_shown",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RunPython(fold_names, migrations.RunPython.noop, elidable=True),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("map", ""),
                    ("map__regex", "^https://"),
                    ("map__regex", "^-?[0-9]{1,2}(\\.[0-9]{1,7})?,-?[0-9]{1,3}(\\.[0-9]{1,7})?$"),
                    _connector="OR",
                ),
                name="club_map_is_https_or_coordinates",
            ),
        ),
    ]

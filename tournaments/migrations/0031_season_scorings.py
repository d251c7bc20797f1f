from django.db import migrations

DEFAULTS = {
    'by': 'match_points',
    'best': None,
    'bonus_x2': 0,
    'points_x2': [],
    'ties': 'shared',
    'pool': None,
    'events': None,
    'most_x2': None,
}


def fill_scorings(apps, schema_editor):
    """Write every setting of each scoring; the tables are derived and are made again."""
    for series in apps.get_model('tournaments', 'Series').objects.all():
        series.scoring = {**DEFAULTS, **series.scoring}
        series.save(update_fields=['scoring'])
    apps.get_model('tournaments', 'SeriesStandings').objects.all().delete()


def keep_old_settings(apps, schema_editor):
    for series in apps.get_model('tournaments', 'Series').objects.all():
        kept = {name: series.scoring.get(name) for name in ('by', 'best')}
        if kept['by'] in ('places', 'rating_gain'):
            kept['by'] = 'match_points'
        series.scoring = kept
        series.save(update_fields=['scoring'])
    apps.get_model('tournaments', 'SeriesStandings').objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ('tournaments', '0030_team_line_ups'),
    ]

    operations = [
        migrations.RunPython(fill_scorings, keep_old_settings),
    ]

"""The tables of a new database. One that has some of what this replaces gets the rest, one by one."""

from django.db import migrations

from tournaments.migrations.squashed.create_models import CreateModels
from tournaments.migrations.squashed import (
    announcements,
    challenges,
    changes,
    events,
    journal,
    people,
    prizes,
    results,
    rounds,
    tasks,
    teams,
)


class Migration(migrations.Migration):

    initial = True
    replaces = [
        ('tournaments', '0001_initial'),
        ('tournaments', '0002_pairing_jobs'),
        ('tournaments', '0003_seasons_and_scores'),
        ('tournaments', '0004_life_of_an_event'),
        ('tournaments', '0005_tables_of_gamnon'),
        ('tournaments', '0006_results_version_of_a_draft'),
        ('tournaments', '0007_lots_are_drawn'),
        ('tournaments', '0008_failed_tasks'),
        ('tournaments', '0009_approval'),
        ('tournaments', '0010_people'),
        ('tournaments', '0011_parts_of_a_proof'),
        ('tournaments', '0012_first_failure'),
        ('tournaments', '0013_admin_names'),
        ('tournaments', '0014_event_about'),
        ('tournaments', '0015_folded_names'),
        ('tournaments', '0016_membership_requests'),
        ('tournaments', '0017_distinct_players'),
        ('tournaments', '0018_changes'),
        ('tournaments', '0019_heartbeats'),
        ('tournaments', '0020_signed_heads'),
        ('tournaments', '0021_webhooks'),
        ('tournaments', '0022_journal_request_ids'),
        ('tournaments', '0023_standings_certain'),
        ('tournaments', '0024_announcements'),
        ('tournaments', '0025_categories_and_prizes'),
        ('tournaments', '0026_teams'),
        ('tournaments', '0027_change_authors'),
        ('tournaments', '0028_handles_as_written'),
        ('tournaments', '0029_challenges'),
        ('tournaments', '0030_team_line_ups'),
        ('tournaments', '0031_season_scorings'),
        ('tournaments', '0032_club_pages'),
        ('tournaments', '0033_team_match_decisions'),
        ('tournaments', '0034_berserk'),
    ]
    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        CreateModels([
            *people.MODELS,
            *events.MODELS,
            *rounds.MODELS,
            *results.MODELS,
            *challenges.MODELS,
            *teams.MODELS,
            *prizes.MODELS,
            *announcements.MODELS,
            *changes.MODELS,
            *journal.MODELS,
            *tasks.MODELS,
        ]),
    ]

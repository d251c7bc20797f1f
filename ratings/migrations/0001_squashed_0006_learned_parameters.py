"""The tables of a new database. One that has some of what this replaces gets the rest, one by one.

On PostgreSQL the keys that order the ledger compare as bytes, whatever the database's locale.
SQLite compares so by default. Django's own state is unchanged: the columns keep their type.
"""

import django.db.models.deletion
from django.db import migrations, models

from tournaments.migrations.squashed.create_models import CreateModels


COLUMNS = [
    ('ratings_ratedgame', 'order_key'),
    ('ratings_pool', 'dirty_from'),
    ('ratings_checkpoint', 'order_key'),
]


def compare_as_bytes(apps, schema_editor):
    if schema_editor.connection.vendor != 'postgresql':
        return
    for table, column in COLUMNS:
        schema_editor.execute(
            f'ALTER TABLE "{table}" ALTER COLUMN "{column}" TYPE varchar(200) COLLATE "C"'
        )


class Migration(migrations.Migration):

    initial = True
    replaces = [
        ('ratings', '0001_initial'),
        ('ratings', '0002_keys_compare_as_bytes'),
        ('ratings', '0003_expected'),
        ('ratings', '0004_failure_of_a_list'),
        ('ratings', '0005_approval'),
        ('ratings', '0006_learned_parameters'),
    ]
    dependencies = [
        ('tournaments', '0009_approval'),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='RatedGame',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('source', models.CharField(max_length=200)),
                    ('revision', models.IntegerField()),
                    ('voided_at', models.DateTimeField(blank=True, null=True)),
                    ('played_on', models.DateField()),
                    ('order_key', models.CharField(max_length=200)),
                    ('game', models.CharField(max_length=200)),
                    ('size', models.IntegerField(blank=True, null=True)),
                    ('half_komi', models.IntegerField(blank=True, null=True)),
                    ('time_class', models.CharField(blank=True, max_length=200)),
                    ('facts', models.JSONField(blank=True, default=dict)),
                    ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rated_games', to='tournaments.event')),
                    ('by_players', models.BooleanField(default=False, editable=False)),
                    ('held', models.BooleanField(default=False, editable=False)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('source', 'revision'), name='posting_revision_once'),
                        models.UniqueConstraint(condition=models.Q(('voided_at__isnull', True)), fields=('source',), name='posting_one_live_per_source'),
                        models.UniqueConstraint(condition=models.Q(('voided_at__isnull', True)), fields=('order_key',), name='posting_order_is_total'),
                        models.UniqueConstraint(condition=models.Q(('held', True)), fields=('source',), name='posting_one_held_per_source'),
                        models.CheckConstraint(condition=models.Q(('held', False), ('voided_at__isnull', False), _connector='OR'), name='a_held_posting_does_not_count'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Posting',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('order', models.IntegerField()),
                    ('score_x2', models.IntegerField(blank=True, null=True)),
                    ('place_x2', models.IntegerField(blank=True, null=True)),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='tournaments.player')),
                    ('rated_game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='ratings.ratedgame')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('rated_game', 'order'), name='posting_seat_once'),
                        models.UniqueConstraint(fields=('rated_game', 'player'), name='posting_player_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Pool',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('slug', models.SlugField(unique=True)),
                    ('name', models.CharField(blank=True, max_length=200)),
                    ('counts', models.JSONField(blank=True, default=dict)),
                    ('system', models.CharField(max_length=200)),
                    ('parameters', models.JSONField(blank=True, default=dict)),
                    ('epoch', models.IntegerField(default=1)),
                    ('building', models.JSONField(blank=True, null=True)),
                    ('ledger_version', models.IntegerField(default=0, editable=False)),
                    ('ratings_version', models.IntegerField(default=0, editable=False)),
                    ('dirty_from', models.CharField(blank=True, editable=False, max_length=200, null=True)),
                    ('failure', models.JSONField(blank=True, editable=False, null=True)),
                ],
                options={
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('ratings_version__lte', models.F('ledger_version'))), name='ratings_not_ahead'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Checkpoint',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('epoch', models.IntegerField()),
                    ('order_key', models.CharField(max_length=200)),
                    ('prefix_hash', models.CharField(max_length=200)),
                    ('state', models.JSONField()),
                    ('pool', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='checkpoints', to='ratings.pool')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('pool', 'epoch', 'order_key'), name='checkpoint_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='RatingChange',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('epoch', models.IntegerField()),
                    ('before', models.FloatField()),
                    ('after', models.FloatField()),
                    ('deviation', models.FloatField()),
                    ('pool', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='ratings.pool')),
                    ('posting', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='ratings.posting')),
                    ('expected', models.FloatField(blank=True, null=True)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('pool', 'epoch', 'posting'), name='rating_change_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='PlayerRating',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('epoch', models.IntegerField()),
                    ('rating', models.FloatField()),
                    ('deviation', models.FloatField()),
                    ('games', models.IntegerField()),
                    ('last_on', models.DateField()),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to='tournaments.player')),
                    ('pool', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='ratings.pool')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('pool', 'epoch', 'player'), name='player_rating_once'),
                    ],
                },
            ),
        ]),
        migrations.RunPython(compare_as_bytes, migrations.RunPython.noop),
    ]

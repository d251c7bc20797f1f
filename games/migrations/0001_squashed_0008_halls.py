"""The tables of a new database. One that has some of what this replaces gets the rest, one by one."""

import django.db.models.deletion
import django.utils.timezone
import tournaments.columns
from django.db import migrations, models

from tournaments.migrations.squashed.create_models import CreateModels


class Migration(migrations.Migration):

    initial = True
    replaces = [
        ('games', '0001_initial'),
        ('games', '0002_stakes'),
        ('games', '0003_stakes_agreed'),
        ('games', '0004_imports_by_worker'),
        ('games', '0005_taken_archives'),
        ('games', '0006_playtak'),
        ('games', '0007_score_sheets'),
        ('games', '0008_halls'),
    ]
    dependencies = [
        ('tournaments', '0030_team_line_ups'),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='Game',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('public_id', models.CharField(default=tournaments.columns.new_public_id, editable=False, max_length=200, unique=True)),
                    ('game', models.CharField(max_length=200)),
                    ('ruleset', models.JSONField()),
                    ('played_on', models.DateField(blank=True, null=True)),
                    ('record', models.TextField(blank=True)),
                    ('record_hash', models.CharField(blank=True, max_length=200)),
                    ('moves_hash', models.CharField(blank=True, max_length=200)),
                    ('import_key', models.CharField(blank=True, max_length=200)),
                    ('claim', models.JSONField(blank=True, null=True)),
                    ('verdict', models.JSONField(blank=True, null=True)),
                    ('engine_version', models.CharField(blank=True, max_length=200)),
                    ('actor', models.JSONField()),
                    ('submitted_seat', models.IntegerField(blank=True, null=True)),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('confirm_by_at', models.DateTimeField(blank=True, null=True)),
                    ('state', models.CharField(default='submitted', max_length=200)),
                    ('slot', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='games', to='tournaments.gameslot')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(condition=models.Q(('state__in', ['confirmed', 'ruled'])), fields=('slot',), name='one_counted_game_per_slot'),
                        models.UniqueConstraint(condition=models.Q(models.Q(('moves_hash', ''), _negated=True), models.Q(('state__in', ['void', 'rejected']), _negated=True)), fields=('slot', 'moves_hash'), name='one_game_per_record_and_slot'),
                        models.UniqueConstraint(condition=models.Q(models.Q(('import_key', ''), _negated=True), models.Q(('state', 'void'), _negated=True)), fields=('import_key',), name='one_import_per_record'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='GamePlayer',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('order', models.IntegerField()),
                    ('name_in_record', models.CharField(blank=True, max_length=200)),
                    ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='games.game')),
                    ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='game_seats', to='tournaments.player')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('game', 'order'), name='game_seat_once'),
                        models.UniqueConstraint(fields=('game', 'player'), name='game_player_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Confirmation',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('order', models.IntegerField()),
                    ('answer', models.CharField(max_length=200)),
                    ('actor', models.JSONField()),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='confirmations', to='games.game')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('game', 'order'), name='one_answer_per_seat'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Dispute',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('actor', models.JSONField()),
                    ('text', models.TextField()),
                    ('closed_at', models.DateTimeField(blank=True, null=True)),
                    ('slot', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='tournaments.gameslot')),
                    ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='games.game')),
                    ('problems', models.JSONField(blank=True, db_default=[], default=list)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(condition=models.Q(('closed_at__isnull', True)), fields=('slot',), name='one_open_dispute_per_slot'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Ruling',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('outcome', models.JSONField()),
                    ('reason', models.TextField()),
                    ('actor', models.JSONField()),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='games.game')),
                    ('slot', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='tournaments.gameslot')),
                ],
            ),
            migrations.CreateModel(
                name='HallTake',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('sha256', models.CharField(max_length=200, unique=True)),
                    ('state', models.CharField(default='out', max_length=200)),
                    ('salt', models.CharField(max_length=200)),
                    ('marks', models.JSONField(default=dict)),
                    ('public', models.CharField(blank=True, max_length=200)),
                    ('actor', models.JSONField()),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hall_takes', to='tournaments.event')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(condition=models.Q(('state', 'ended'), _negated=True), fields=('event',), name='one_hall_at_a_time'),
                        models.CheckConstraint(condition=models.Q(('state__in', ['out', 'returned', 'ended'])), name='hall_state_is_known'),
                        models.CheckConstraint(condition=models.Q(models.Q(('state', 'returned'), _negated=True), models.Q(('public', ''), _negated=True), _connector='OR'), name='returned_hall_has_a_key'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='HallReturn',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('sha256', models.CharField(max_length=200, unique=True)),
                    ('head', models.TextField()),
                    ('journal', models.TextField()),
                    ('answers', models.JSONField(blank=True, default=dict)),
                    ('actor', models.JSONField()),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('take', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='returns', to='games.halltake')),
                ],
            ),
            migrations.CreateModel(
                name='Import',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('actor', models.JSONField()),
                    ('source', models.CharField(max_length=200)),
                    ('state', models.CharField(max_length=200)),
                    ('done', models.IntegerField(default=0)),
                    ('total', models.IntegerField(blank=True, null=True)),
                    ('report', models.JSONField(blank=True, default=list)),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('attempts', models.IntegerField(db_default=0, default=0)),
                    ('dry_run', models.BooleanField(db_default=False, default=False)),
                    ('ends_at', models.DateTimeField(blank=True, null=True)),
                    ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='imports', to='tournaments.event')),
                    ('files', models.IntegerField(db_default=0, default=0)),
                    ('is_complete', models.BooleanField(db_default=True, default=True)),
                    ('language', models.CharField(blank=True, db_default='', default='', max_length=200)),
                    ('read', models.IntegerField(db_default=0, default=0)),
                    ('size', models.IntegerField(db_default=0, default=0)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(condition=models.Q(('state__in', ['waiting', 'running'])), fields=('event',), name='one_import_of_an_event_at_a_time'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='ImportPart',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.IntegerField()),
                    ('name', models.CharField(max_length=200)),
                    ('text', models.TextField(blank=True)),
                    ('first', models.IntegerField(default=0)),
                    ('done', models.IntegerField(default=0)),
                    ('source', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='games.import')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('source', 'number'), name='one_part_of_each_number'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='ImportRefusal',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('file', models.CharField(max_length=200)),
                    ('number', models.IntegerField()),
                    ('problem', models.JSONField()),
                    ('source', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='refusals', to='games.import')),
                ],
            ),
            migrations.CreateModel(
                name='TakenArchive',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('sha256', models.CharField(max_length=200, unique=True)),
                    ('public', models.CharField(max_length=200)),
                    ('head', models.TextField(blank=True)),
                    ('journal', models.TextField(blank=True)),
                    ('is_rated', models.BooleanField(db_default=False, default=False)),
                    ('actor', models.JSONField()),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='taken_archive', to='tournaments.event')),
                    ('for_hall', models.BooleanField(db_default=False, default=False)),
                ],
            ),
            migrations.CreateModel(
                name='PlaytakEvent',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('is_on', models.BooleanField(db_default=True, default=True)),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='playtak', to='tournaments.event')),
                ],
            ),
            migrations.CreateModel(
                name='PlaytakSeek',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('state', models.CharField(default='waiting', max_length=200)),
                    ('number', models.IntegerField(blank=True, null=True)),
                    ('problem', models.JSONField(blank=True, default=dict)),
                    ('attempts', models.IntegerField(db_default=0, default=0)),
                    ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('due_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('slot', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='playtak_seek', to='tournaments.gameslot')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(condition=models.Q(('number__isnull', False)), fields=('number',), name='one_seek_of_a_game'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='PlaytakMessage',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(max_length=200)),
                    ('number', models.IntegerField()),
                    ('pnt_id', models.IntegerField()),
                    ('is_found', models.BooleanField(db_default=False, default=False)),
                    ('state', models.CharField(default='waiting', max_length=200)),
                    ('problems', models.JSONField(blank=True, default=list)),
                    ('attempts', models.IntegerField(db_default=0, default=0)),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('due_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('seek', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='messages', to='games.playtakseek')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('kind', 'number', 'pnt_id'), name='playtak_message_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='ScoreSheet',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('public_id', models.CharField(default=tournaments.columns.new_public_id, editable=False, max_length=200, unique=True)),
                    ('seat', models.IntegerField(blank=True, null=True)),
                    ('actor', models.JSONField()),
                    ('image', models.BinaryField()),
                    ('sha256', models.CharField(max_length=200)),
                    ('width', models.IntegerField()),
                    ('height', models.IntegerField()),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('slot', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='score_sheets', to='tournaments.gameslot')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('slot', 'sha256'), name='score_sheet_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='SlotBids',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('pairs', models.JSONField()),
                    ('first_seat', models.IntegerField()),
                    ('paired_first', models.IntegerField()),
                    ('actor', models.JSONField()),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('slot', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='bids', to='tournaments.gameslot')),
                    ('agreed', models.JSONField(blank=True, default=list)),
                ],
                options={
                    'verbose_name_plural': 'slot bids',
                },
            ),
            migrations.CreateModel(
                name='WagerAccount',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(max_length=200)),
                    ('balance', models.IntegerField(default=0)),
                    ('floor', models.IntegerField(default=0)),
                    ('overdrawn', models.BooleanField(default=False)),
                    ('entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='wager_accounts', to='tournaments.entry')),
                    ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='wager_accounts', to='tournaments.event')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('event', 'entry', 'kind'), name='account_once'),
                        models.UniqueConstraint(condition=models.Q(('entry__isnull', True)), fields=('event', 'kind'), name='house_account_once'),
                        models.CheckConstraint(condition=models.Q(('balance__gte', models.F('floor')), ('overdrawn', True), _connector='OR'), name='account_above_floor_unless_reversed'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='WagerTransfer',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('amount', models.PositiveIntegerField()),
                    ('step', models.CharField(max_length=200)),
                    ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='wager_transfers', to='games.game')),
                    ('payee', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.wageraccount')),
                    ('payer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.wageraccount')),
                    ('reverses', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversed_by', to='games.wagertransfer')),
                    ('slot', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='wager_transfers', to='tournaments.gameslot')),
                    ('live', models.BooleanField(default=True)),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ],
                options={
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('payer', models.F('payee')), _negated=True), name='transfer_between_two'),
                        models.UniqueConstraint(condition=models.Q(('live', True)), fields=('slot', 'step', 'payer'), name='transfer_once'),
                        models.CheckConstraint(condition=models.Q(('reverses__isnull', True), ('live', False), _connector='OR'), name='a_reversal_is_not_live'),
                    ],
                },
            ),
        ]),
    ]

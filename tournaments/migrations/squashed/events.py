import django.db.models.deletion
import tournaments.columns
from django.conf import settings
from django.db import migrations, models

MODELS = [
    migrations.CreateModel(
        name='Series',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('slug', models.SlugField(unique=True)),
            ('name', models.CharField(max_length=200)),
            ('scoring', models.JSONField(blank=True, default=dict)),
            ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='series', to='tournaments.club')),
        ],
        options={
            'verbose_name_plural': 'series',
        },
    ),
    migrations.CreateModel(
        name='SeriesStandings',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('versions', models.JSONField(default=dict)),
            ('document', models.JSONField()),
            ('computed_at', models.DateTimeField()),
            ('series', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='tournaments.series')),
        ],
    ),
    migrations.CreateModel(
        name='Event',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('slug', models.SlugField(unique=True)),
            ('public_id', models.CharField(default=tournaments.columns.new_public_id, editable=False, max_length=200, unique=True)),
            ('name', models.CharField(max_length=200)),
            ('starts_on', models.DateField(blank=True, null=True)),
            ('registration', models.JSONField(blank=True, default=dict)),
            ('game', models.CharField(max_length=200)),
            ('ruleset', models.JSONField(blank=True, default=dict)),
            ('time_control', models.JSONField(blank=True, default=dict)),
            ('time_zone', models.CharField(default='UTC', max_length=200)),
            ('visibility', models.CharField(default='public', max_length=200)),
            ('match', models.JSONField(blank=True, default=dict)),
            ('confirm', models.JSONField(blank=True, default=dict)),
            ('state', models.CharField(default='draft', max_length=200)),
            ('settings_version', models.IntegerField(default=0, editable=False)),
            ('results_version', models.IntegerField(default=0, editable=False)),
            ('standings_version', models.IntegerField(default=0, editable=False)),
            ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='tournaments.club')),
            ('series', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='tournaments.series')),
            ('approved_at', models.DateTimeField(blank=True, editable=False, null=True)),
            ('approved_by', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ('planners_club', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.club')),
            ('address', models.CharField(blank=True, max_length=200)),
            ('contact', models.CharField(blank=True, max_length=200)),
            ('description', models.TextField(blank=True)),
            ('entry_fee', models.CharField(blank=True, max_length=200)),
            ('start_time', models.TimeField(blank=True, null=True)),
            ('venue', models.CharField(blank=True, max_length=200)),
        ],
        options={
            'constraints': [
                models.CheckConstraint(condition=models.Q(('standings_version__lte', models.F('results_version'))), name='standings_not_ahead'),
            ],
        },
    ),
    migrations.CreateModel(
        name='EventRole',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('role', models.CharField(max_length=200)),
            ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roles', to='tournaments.event')),
            ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='event_roles', to=settings.AUTH_USER_MODEL)),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('event', 'user', 'role'), name='event_role_once'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Entry',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('number', models.IntegerField(blank=True, null=True)),
            ('state', models.CharField(max_length=200)),
            ('checked_in_at', models.DateTimeField(blank=True, null=True)),
            ('fixed_table', models.IntegerField(blank=True, null=True)),
            ('rating', models.IntegerField(blank=True, null=True)),
            ('rating_source', models.CharField(blank=True, max_length=200)),
            ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournaments.event')),
            ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='tournaments.player')),
            ('family', models.CharField(blank=True, max_length=200)),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('event', 'player'), name='entry_once_per_event'),
                models.UniqueConstraint(fields=('event', 'number'), name='entry_number_once'),
            ],
            'verbose_name_plural': 'entries',
        },
    ),
    migrations.CreateModel(
        name='Absence',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('from_round', models.IntegerField()),
            ('to_round', models.IntegerField(blank=True, null=True)),
            ('kind', models.CharField(max_length=200)),
            ('points_x2', models.IntegerField(default=0)),
            ('cancelled_at', models.DateTimeField(blank=True, null=True)),
            ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='absences', to='tournaments.entry')),
        ],
        options={
            'constraints': [
                models.CheckConstraint(condition=models.Q(('to_round__isnull', True), ('to_round__gte', models.F('from_round')), _connector='OR'), name='absence_ends_after_start'),
                models.UniqueConstraint(condition=models.Q(('cancelled_at__isnull', True), ('to_round__isnull', True)), fields=('entry',), name='absence_one_open'),
            ],
        },
    ),
    migrations.CreateModel(
        name='ForbiddenPair',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('last_round', models.IntegerField(blank=True, null=True)),
            ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='forbidden_pairs', to='tournaments.event')),
            ('high', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry')),
            ('low', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry')),
        ],
        options={
            'constraints': [
                models.CheckConstraint(condition=models.Q(('low__lt', models.F('high'))), name='forbidden_pair_ordered'),
                models.UniqueConstraint(fields=('low', 'high'), name='forbidden_pair_once'),
            ],
        },
    ),
    migrations.CreateModel(
        name='KeptApart',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('kind', models.CharField(max_length=200)),
            ('key', models.CharField(blank=True, max_length=200)),
            ('last_round', models.IntegerField(blank=True, null=True)),
            ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='kept_apart', to='tournaments.event')),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('event', 'kind', 'key'), name='kept_apart_once'),
                models.CheckConstraint(condition=models.Q(('kind__in', ['club', 'family'])), name='kept_apart_kind_is_known'),
            ],
            'verbose_name_plural': 'kept apart',
        },
    ),
    migrations.CreateModel(
        name='Stage',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('number', models.IntegerField()),
            ('system', models.CharField(max_length=200)),
            ('options', models.JSONField(blank=True, default=dict)),
            ('state', models.CharField(default='open', max_length=200)),
            ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='tournaments.event')),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('event', 'number'), name='stage_number_once'),
            ],
        },
    ),
    migrations.CreateModel(
        name='StageEntry',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('group', models.CharField(blank=True, max_length=200)),
            ('seed', models.IntegerField()),
            ('start_points_x2', models.IntegerField(default=0)),
            ('decided_rank', models.IntegerField(blank=True, null=True)),
            ('decided_why', models.CharField(blank=True, max_length=200)),
            ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stage_entries', to='tournaments.entry')),
            ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stage_entries', to='tournaments.stage')),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('stage', 'entry'), name='stage_entry_once'),
                models.UniqueConstraint(fields=('stage', 'seed'), name='stage_seed_once'),
                models.CheckConstraint(condition=models.Q(('decided_rank__isnull', True), models.Q(('decided_why', ''), _negated=True), _connector='OR'), name='decided_rank_has_a_reason'),
            ],
            'verbose_name_plural': 'stage entries',
        },
    ),
    migrations.CreateModel(
        name='Adjustment',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('after_round', models.IntegerField()),
            ('kind', models.CharField(max_length=200)),
            ('points_x2', models.IntegerField()),
            ('reason', models.TextField()),
            ('stage_entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='adjustments', to='tournaments.stageentry')),
            ('cancelled_at', models.DateTimeField(blank=True, null=True)),
        ],
        options={
            'constraints': [
                models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='adjustment_has_a_reason'),
                models.CheckConstraint(condition=models.Q(models.Q(('kind', 'penalty'), ('points_x2__lt', 0)), models.Q(('kind', 'bonus'), ('points_x2__gt', 0)), _connector='OR'), name='penalties_take_and_bonuses_give'),
            ],
        },
    ),
]

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

MODELS = [
    migrations.CreateModel(
        name='Round',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('number', models.IntegerField()),
            ('legs', models.IntegerField(default=1)),
            ('state', models.CharField(default='draft', max_length=200)),
            ('opens_at', models.DateTimeField(blank=True, null=True)),
            ('closes_at', models.DateTimeField(blank=True, null=True)),
            ('proof', models.JSONField(blank=True, null=True)),
            ('proof_hash', models.CharField(blank=True, max_length=200)),
            ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.event')),
            ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.stage')),
            ('kind', models.CharField(default='regular', max_length=200)),
            ('results_version', models.IntegerField(blank=True, editable=False, null=True)),
            ('proof_staff', models.JSONField(blank=True, null=True)),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('event', 'number'), name='round_number_once'),
                models.UniqueConstraint(condition=models.Q(('state', 'draft')), fields=('stage',), name='round_one_draft_per_stage'),
                models.CheckConstraint(condition=models.Q(('state', 'draft'), models.Q(('proof_hash', ''), _negated=True), _connector='OR'), name='published_round_has_proof'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Pairing',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('leg', models.IntegerField(default=1)),
            ('table', models.IntegerField(blank=True, null=True)),
            ('group', models.CharField(blank=True, max_length=200)),
            ('kind', models.CharField(max_length=200)),
            ('bracket', models.CharField(blank=True, max_length=200)),
            ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairings', to='tournaments.round')),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('round', 'leg', 'table'), name='pairing_table_once'),
                models.UniqueConstraint(condition=models.Q(('bracket', ''), _negated=True), fields=('round', 'bracket'), name='pairing_bracket_once'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Seat',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('order', models.IntegerField()),
            ('leg', models.IntegerField()),
            ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='tournaments.entry')),
            ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournaments.pairing')),
            ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournaments.round')),
            ('berserk_at', models.DateTimeField(blank=True, null=True)),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('pairing', 'order'), name='seat_order_once'),
                models.UniqueConstraint(fields=('round', 'leg', 'entry'), name='nobody_sits_twice'),
                models.CheckConstraint(condition=models.Q(('berserk_at__isnull', True), ('order__in', (1, 2)), _connector='OR'), name='only_one_of_two_goes_berserk'),
            ],
        },
    ),
    migrations.CreateModel(
        name='GameSlot',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('number', models.IntegerField()),
            ('kind', models.CharField(default='regular', max_length=200)),
            ('first_seat', models.IntegerField(default=1)),
            ('ruleset', models.JSONField(blank=True, default=None, null=True)),
            ('time_control', models.JSONField(blank=True, default=None, null=True)),
            ('state', models.CharField(default='open', max_length=200)),
            ('due_at', models.DateTimeField(blank=True, null=True)),
            ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='slots', to='tournaments.pairing')),
            ('play_at', models.DateTimeField(blank=True, null=True)),
            ('proposed_by', models.IntegerField(blank=True, null=True)),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('pairing', 'number'), name='slot_number_once'),
                models.CheckConstraint(condition=models.Q(('proposed_by__isnull', True), ('play_at__isnull', False), _connector='OR'), name='a_proposal_has_a_time'),
            ],
        },
    ),
    migrations.CreateModel(
        name='PairingJob',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('state', models.CharField(default='waiting', max_length=200)),
            ('progress', models.IntegerField(default=0)),
            ('error', models.TextField(blank=True)),
            ('asked_at', models.DateTimeField(default=django.utils.timezone.now)),
            ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairing_jobs', to='tournaments.stage')),
            ('actor', models.JSONField(default=dict)),
            ('by_hand', models.JSONField(blank=True, default=list)),
            ('ends_at', models.DateTimeField(blank=True, null=True)),
            ('problem', models.JSONField(blank=True, default=dict)),
            ('round', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.round')),
            ('seed', models.IntegerField(default=0)),
            ('drawn', models.BooleanField(default=False)),
            ('attempts', models.PositiveIntegerField(db_default=0, default=0)),
            ('heartbeat_at', models.DateTimeField(blank=True, null=True)),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(condition=models.Q(('state__in', ['waiting', 'running'])), fields=('stage',), name='one_pairing_job_at_a_time'),
                models.CheckConstraint(condition=models.Q(('progress__gte', 0), ('progress__lte', 100)), name='progress_is_a_percentage'),
                models.CheckConstraint(condition=models.Q(models.Q(('state', 'running'), _negated=True), ('ends_at__isnull', False), _connector='OR'), name='running_job_has_an_end'),
            ],
        },
    ),
]

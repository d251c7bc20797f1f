import django.db.models.deletion
from django.db import migrations, models

MODELS = [
    migrations.CreateModel(
        name='Team',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('name', models.CharField(blank=True, max_length=200)),
            ('number', models.IntegerField(blank=True, null=True)),
            ('formed', models.BooleanField(db_default=False, default=False)),
            ('captain', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='captain_of', to='tournaments.player')),
            ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='teams', to='tournaments.event')),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('event', 'number'), name='team_number_once'),
                models.UniqueConstraint(condition=models.Q(('name', ''), _negated=True), fields=('event', 'name'), name='team_name_once'),
                models.CheckConstraint(condition=models.Q(models.Q(('name', ''), _negated=True), ('number__isnull', False), _connector='OR'), name='team_has_name_or_number'),
            ],
        },
    ),
    migrations.CreateModel(
        name='TeamMember',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('order', models.IntegerField()),
            ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='team_member', to='tournaments.entry')),
            ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.team')),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('team', 'order'), name='team_order_once'),
                models.CheckConstraint(condition=models.Q(('order__gte', 1)), name='team_order_from_one'),
            ],
        },
    ),
    migrations.CreateModel(
        name='TeamMatch',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('number', models.IntegerField()),
            ('first', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.team')),
            ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='team_matches', to='tournaments.round')),
            ('second', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.team')),
            ('decided_for', models.IntegerField(blank=True, null=True)),
            ('decided_why', models.TextField(blank=True, db_default='', default='')),
        ],
        options={
            'verbose_name_plural': 'team matches',
            'constraints': [
                models.UniqueConstraint(fields=('round', 'number'), name='team_match_number_once'),
                models.UniqueConstraint(fields=('round', 'first'), name='team_first_once'),
                models.UniqueConstraint(fields=('round', 'second'), name='team_second_once'),
                models.CheckConstraint(condition=models.Q(('second__isnull', True), models.Q(('first', models.F('second')), _negated=True), _connector='OR'), name='team_meets_another'),
                models.CheckConstraint(condition=models.Q(('decided_for__isnull', True), models.Q(('decided_for__in', (1, 2)), ('second__isnull', False)), _connector='OR'), name='match_decided_for_one_of_two'),
                models.CheckConstraint(condition=models.Q(('decided_for__isnull', True), models.Q(('decided_why', ''), _negated=True), _connector='OR'), name='match_decision_has_a_reason'),
                models.CheckConstraint(condition=models.Q(('decided_for__isnull', False), ('decided_why', ''), _connector='OR'), name='match_reason_has_a_decision'),
            ],
        },
    ),
    migrations.CreateModel(
        name='LineUpPlace',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('round_number', models.IntegerField()),
            ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='line_ups', to='tournaments.entry')),
            ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='line_ups', to='tournaments.team')),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('round_number', 'entry'), name='line_up_place_once'),
                models.CheckConstraint(condition=models.Q(('round_number__gte', 1)), name='line_up_round_from_one'),
            ],
        },
    ),
]

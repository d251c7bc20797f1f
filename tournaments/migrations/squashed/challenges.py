import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

MODELS = [
    migrations.CreateModel(
        name='Challenge',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
            ('answer_by', models.DateTimeField()),
            ('state', models.CharField(default='open', max_length=200)),
            ('answered_at', models.DateTimeField(blank=True, null=True)),
            ('after_round', models.IntegerField(db_default=0, default=0)),
            ('challenged', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='challenges_had', to='tournaments.entry')),
            ('challenger', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='challenges_made', to='tournaments.entry')),
            ('pairing', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='challenge', to='tournaments.pairing')),
            ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='challenges', to='tournaments.stage')),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('challenger',), name='one_open_challenge_made'),
                models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('challenged',), name='one_open_challenge_had'),
                models.CheckConstraint(condition=models.Q(('challenger', models.F('challenged')), _negated=True), name='nobody_challenges_themselves'),
                models.CheckConstraint(condition=models.Q(models.Q(('answered_at__isnull', True), ('state', 'open')), models.Q(models.Q(('state', 'open'), _negated=True), ('answered_at__isnull', False)), _connector='OR'), name='challenge_is_open_or_answered'),
                models.CheckConstraint(condition=models.Q(('state__in', ['open', 'accepted', 'declined', 'withdrawn', 'expired'])), name='challenge_state_is_known'),
            ],
        },
    ),
    migrations.CreateModel(
        name='RungDrop',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('at', models.DateTimeField()),
            ('after_round', models.IntegerField(db_default=0, default=0)),
            ('below', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry')),
            ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rung_drops', to='tournaments.entry')),
            ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rung_drops', to='tournaments.stage')),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('entry', 'at'), name='rung_drop_once'),
                models.CheckConstraint(condition=models.Q(('entry', models.F('below')), _negated=True), name='nobody_drops_below_themselves'),
            ],
        },
    ),
]

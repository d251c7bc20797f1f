import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

MODELS = [
    migrations.CreateModel(
        name='Result',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('revision', models.IntegerField()),
            ('current', models.BooleanField(default=True)),
            ('kind', models.CharField(max_length=200)),
            ('outcome', models.CharField(blank=True, max_length=200)),
            ('facts', models.JSONField(blank=True, default=dict)),
            ('source', models.CharField(blank=True, max_length=200)),
            ('actor', models.JSONField()),
            ('reason', models.TextField(blank=True)),
            ('at', models.DateTimeField(default=django.utils.timezone.now)),
            ('slot', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='results', to='tournaments.gameslot')),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('slot', 'revision'), name='result_revision_once'),
                models.UniqueConstraint(condition=models.Q(('current', True)), fields=('slot',), name='one_counted_result_per_slot'),
                models.CheckConstraint(condition=models.Q(('revision', 1), models.Q(('reason', ''), _negated=True), _connector='OR'), name='a_correction_has_a_reason'),
            ],
        },
    ),
    migrations.CreateModel(
        name='SeatResult',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('order', models.IntegerField()),
            ('points_x2', models.IntegerField()),
            ('place_x2', models.IntegerField(blank=True, null=True)),
            ('result', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournaments.result')),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('result', 'order'), name='seat_result_once'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Publication',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('scope', models.CharField(max_length=200)),
            ('kind', models.CharField(max_length=200)),
            ('after_round', models.IntegerField(default=0)),
            ('version', models.IntegerField()),
            ('document', models.JSONField()),
            ('sha256', models.CharField(max_length=200)),
            ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='publications', to='tournaments.event')),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('scope', 'kind', 'after_round', 'version'), name='publication_once'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Standings',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('version', models.IntegerField()),
            ('document', models.JSONField()),
            ('computed_at', models.DateTimeField()),
            ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='tournaments.event')),
            ('marks', models.JSONField(blank=True, default=dict)),
            ('scores', models.JSONField(blank=True, default=list)),
            ('certain', models.JSONField(blank=True, default=dict, null=True)),
        ],
        options={
            'verbose_name_plural': 'standings',
        },
    ),
]

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

MODELS = [
    migrations.CreateModel(
        name='Announcement',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('at', models.DateTimeField(default=django.utils.timezone.now)),
            ('text', models.TextField()),
            ('to', models.CharField(default='all', max_length=200)),
            ('round', models.IntegerField(blank=True, null=True)),
            ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
            ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='announcements', to='tournaments.event')),
        ],
        options={
            'constraints': [
                models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='announcement_has_a_text'),
                models.CheckConstraint(condition=models.Q(('to__in', ['all', 'round', 'playing', 'owing'])), name='announcement_is_to_a_known_group'),
                models.CheckConstraint(condition=models.Q(models.Q(('round__isnull', False), ('to__in', ['round', 'playing'])), models.Q(('round__isnull', True), ('to__in', ['all', 'owing'])), _connector='OR'), name='announcement_to_a_round_names_it'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Addressee',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='announcements', to='tournaments.entry')),
            ('announcement', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='addressees', to='tournaments.announcement')),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('announcement', 'entry'), name='addressee_once'),
            ],
        },
    ),
]

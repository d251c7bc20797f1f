import django.utils.timezone
from django.db import migrations, models

MODELS = [
    migrations.CreateModel(
        name='JournalHead',
        fields=[
            ('scope', models.CharField(max_length=200, primary_key=True, serialize=False)),
            ('seq', models.IntegerField(default=0)),
            ('hash', models.CharField(blank=True, max_length=200)),
            ('key', models.CharField(blank=True, db_default='', default='', max_length=200)),
            ('signature', models.CharField(blank=True, db_default='', default='', max_length=200)),
            ('signed_seq', models.IntegerField(db_default=0, default=0)),
        ],
    ),
    migrations.CreateModel(
        name='JournalLine',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('scope', models.CharField(max_length=200)),
            ('seq', models.IntegerField()),
            ('prev_hash', models.CharField(blank=True, max_length=200)),
            ('hash', models.CharField(max_length=200)),
            ('at', models.DateTimeField(default=django.utils.timezone.now)),
            ('actor', models.JSONField()),
            ('action', models.CharField(max_length=200)),
            ('subject', models.CharField(max_length=200)),
            ('before', models.JSONField(blank=True, null=True)),
            ('after', models.JSONField(blank=True, null=True)),
            ('text', models.TextField(blank=True)),
            ('salt', models.CharField(blank=True, max_length=200)),
            ('text_hash', models.CharField(blank=True, db_default='', default='', max_length=200)),
            ('version', models.IntegerField(db_default=1, default=2)),
            ('request_id', models.CharField(blank=True, db_default='', default='', max_length=200)),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('scope', 'seq'), name='journal_seq_once'),
                models.UniqueConstraint(fields=('scope', 'prev_hash'), name='journal_never_forks'),
            ],
        },
    ),
]

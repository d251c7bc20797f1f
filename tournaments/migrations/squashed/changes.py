import django.utils.timezone
from django.db import migrations, models

MODELS = [
    migrations.CreateModel(
        name='Change',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('position', models.BigIntegerField(null=True, unique=True)),
            ('at', models.DateTimeField(default=django.utils.timezone.now)),
            ('kind', models.CharField(max_length=200)),
            ('action', models.CharField(max_length=200)),
            ('public', models.BooleanField(default=True)),
            ('event', models.CharField(blank=True, db_index=True, max_length=200)),
            ('pool', models.CharField(blank=True, max_length=200)),
            ('game', models.CharField(blank=True, max_length=200)),
            ('round', models.IntegerField(null=True)),
            ('pairing', models.BigIntegerField(null=True)),
            ('slot', models.BigIntegerField(null=True)),
            ('entry', models.BigIntegerField(null=True)),
            ('data', models.JSONField(blank=True, default=dict)),
            ('by_entry', models.BigIntegerField(null=True)),
            ('by_user', models.BigIntegerField(null=True)),
        ],
        options={
            'indexes': [
                models.Index(condition=models.Q(('position__isnull', True)), fields=['id'], name='change_not_numbered'),
            ],
        },
    ),
    migrations.CreateModel(
        name='FeedState',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('last', models.BigIntegerField(default=0)),
            ('forgotten', models.BigIntegerField(default=0)),
        ],
    ),
    migrations.CreateModel(
        name='FeedReader',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('name', models.CharField(max_length=200, unique=True)),
            ('position', models.BigIntegerField(db_default=0, default=0)),
        ],
    ),
]

from django.db import migrations, models

MODELS = [
    migrations.CreateModel(
        name='FailedTask',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('name', models.CharField(max_length=200)),
            ('subject', models.CharField(blank=True, max_length=200)),
            ('task_id', models.CharField(blank=True, help_text='Of the last attempt.', max_length=200)),
            ('failures', models.PositiveIntegerField(default=0)),
            ('failed_at', models.DateTimeField()),
            ('retry_at', models.DateTimeField()),
            ('first_failed_at', models.DateTimeField(help_text='Since when it has not been done.')),
            ('error', models.CharField(blank=True, db_default='', max_length=200)),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('name', 'subject'), name='one_failure_per_task'),
                models.CheckConstraint(condition=models.Q(('failures__gte', 1)), name='a_failed_task_failed'),
            ],
        },
    ),
]

import django.db.models.deletion
from django.db import migrations, models

MODELS = [
    migrations.CreateModel(
        name='Category',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('name', models.CharField(max_length=200)),
            ('kind', models.CharField(max_length=200)),
            ('limit', models.IntegerField(blank=True, null=True)),
            ('published', models.BooleanField(db_default=True, default=True)),
            ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='categories', to='tournaments.event')),
        ],
        options={
            'verbose_name_plural': 'categories',
            'constraints': [
                models.UniqueConstraint(fields=('event', 'name'), name='category_name_once'),
                models.CheckConstraint(condition=models.Q(('kind__in', ['rating', 'junior', 'newcomer', 'women', 'own'])), name='category_kind_is_known'),
                models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['rating', 'junior', 'newcomer']), ('limit__gte', 0), ('limit__isnull', False)), models.Q(models.Q(('kind__in', ['rating', 'junior', 'newcomer']), _negated=True), ('limit__isnull', True)), _connector='OR'), name='category_by_data_has_a_limit'),
                models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='category_has_a_name'),
            ],
        },
    ),
    migrations.CreateModel(
        name='CategoryMember',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('category', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.category')),
            ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='categories', to='tournaments.entry')),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('category', 'entry'), name='category_member_once'),
            ],
        },
    ),
    migrations.CreateModel(
        name='PrizePlan',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('currency', models.CharField(max_length=3)),
            ('fund', models.IntegerField(blank=True, null=True)),
            ('ties', models.CharField(default='equal', max_length=200)),
            ('one_each', models.BooleanField(default=True)),
            ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='prize_plan', to='tournaments.event')),
        ],
        options={
            'constraints': [
                models.CheckConstraint(condition=models.Q(('ties__in', ['equal', 'hort', 'tie_break'])), name='prize_ties_are_known'),
                models.CheckConstraint(condition=models.Q(('fund__isnull', True), ('fund__gt', 0), _connector='OR'), name='prize_fund_is_positive'),
                models.CheckConstraint(condition=models.Q(('currency__regex', '^[A-Z]{3}$')), name='prize_currency_is_a_code'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Prize',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('place', models.IntegerField()),
            ('amount', models.IntegerField(blank=True, null=True)),
            ('share', models.IntegerField(blank=True, null=True)),
            ('category', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='prizes', to='tournaments.category')),
            ('plan', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='prizes', to='tournaments.prizeplan')),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('plan', 'category', 'place'), name='prize_place_once'),
                models.UniqueConstraint(condition=models.Q(('category__isnull', True)), fields=('plan', 'place'), name='prize_overall_place_once'),
                models.CheckConstraint(condition=models.Q(('place__gte', 1)), name='prize_place_from_one'),
                models.CheckConstraint(condition=models.Q(models.Q(('amount__gt', 0), ('amount__isnull', False), ('share__isnull', True)), models.Q(('amount__isnull', True), ('share__gt', 0), ('share__isnull', False)), _connector='OR'), name='prize_has_an_amount_or_a_share'),
            ],
        },
    ),
    migrations.CreateModel(
        name='EventFee',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('currency', models.CharField(max_length=3)),
            ('amount', models.IntegerField()),
            ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='fee', to='tournaments.event')),
        ],
        options={
            'constraints': [
                models.CheckConstraint(condition=models.Q(('amount__gte', 0)), name='fee_is_not_negative'),
                models.CheckConstraint(condition=models.Q(('currency__regex', '^[A-Z]{3}$')), name='fee_currency_is_a_code'),
            ],
        },
    ),
    migrations.CreateModel(
        name='EntryFee',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('state', models.CharField(max_length=200)),
            ('amount', models.IntegerField()),
            ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='fee', to='tournaments.entry')),
        ],
        options={
            'constraints': [
                models.CheckConstraint(condition=models.Q(('state__in', ['paid', 'waived'])), name='entry_fee_state_is_known'),
                models.CheckConstraint(condition=models.Q(('amount__gte', 0)), name='entry_fee_is_not_negative'),
            ],
        },
    ),
]

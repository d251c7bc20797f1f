import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.utils.timezone
import tournaments.columns
from django.conf import settings
from django.db import migrations, models

MODELS = [
    migrations.CreateModel(
        name='User',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('password', models.CharField(max_length=128, verbose_name='password')),
            ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
            ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
            ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
            ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
            ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
            ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
            ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
            ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
            ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
            ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
            ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ('email_state', models.CharField(blank=True, choices=[('', 'not asked'), ('waiting', 'waiting'), ('proved', 'proved')], editable=False, max_length=200)),
        ],
        options={
            'verbose_name': 'user',
            'verbose_name_plural': 'users',
            'abstract': False,
        },
        managers=[
            ('objects', django.contrib.auth.models.UserManager()),
        ],
    ),
    migrations.CreateModel(
        name='Player',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('public_id', models.CharField(default=tournaments.columns.new_public_id, editable=False, max_length=200, unique=True)),
            ('name', models.CharField(max_length=200)),
            ('sort_name', models.CharField(blank=True, max_length=200)),
            ('birth_year', models.IntegerField(blank=True, null=True)),
            ('anonymised_at', models.DateTimeField(blank=True, editable=False, null=True)),
            ('merged_into', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merged', to='tournaments.player')),
            ('user', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='player', to=settings.AUTH_USER_MODEL)),
            ('time_zone', models.CharField(blank=True, max_length=200)),
            ('made_by', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ('made_by_club', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.club')),
            ('made_by_event', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.event')),
            ('folded_name', models.CharField(blank=True, db_index=True, default='', editable=False, max_length=200)),
            ('folded_sort_name', models.CharField(blank=True, db_index=True, default='', editable=False, max_length=200)),
        ],
        options={
            'constraints': [
                models.CheckConstraint(condition=models.Q(('merged_into', models.F('id')), _negated=True), name='player_not_merged_into_itself'),
            ],
        },
    ),
    migrations.CreateModel(
        name='DistinctPlayers',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ('other', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player')),
            ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player')),
        ],
        options={
            'constraints': [
                models.CheckConstraint(condition=models.Q(('player__lt', models.F('other'))), name='distinct_players_ordered'),
                models.UniqueConstraint(fields=('player', 'other'), name='distinct_players_once'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Handle',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('site', models.CharField(max_length=200)),
            ('name_key', models.CharField(max_length=200)),
            ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='handles', to='tournaments.player')),
            ('written', models.CharField(blank=True, db_default='', default='', max_length=200)),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('site', 'name_key'), name='handle_belongs_to_one_player'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Club',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('slug', models.SlugField(unique=True)),
            ('name', models.CharField(max_length=200)),
            ('approved_at', models.DateTimeField(blank=True, editable=False, null=True)),
            ('approved_by', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ('description', models.TextField(blank=True, db_default='', default='')),
            ('folded_name', models.CharField(blank=True, db_default='', db_index=True, default='', editable=False, max_length=200)),
            ('folded_place', models.CharField(blank=True, db_default='', db_index=True, default='', editable=False, max_length=200)),
            ('joining', models.TextField(blank=True, db_default='', default='')),
            ('map', models.CharField(blank=True, db_default='', default='', max_length=500)),
            ('meets', models.CharField(blank=True, db_default='', default='', max_length=200)),
            ('place', models.CharField(blank=True, db_default='', default='', max_length=200)),
        ],
        options={
            'constraints': [
                models.CheckConstraint(condition=models.Q(('map', ''), ('map__regex', '^https://'), ('map__regex', '^-?[0-9]{1,2}(\\.[0-9]{1,7})?,-?[0-9]{1,3}(\\.[0-9]{1,7})?$'), _connector='OR'), name='club_map_is_https_or_coordinates'),
            ],
        },
    ),
    migrations.CreateModel(
        name='ClubRole',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('role', models.CharField(max_length=200)),
            ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roles', to='tournaments.club')),
            ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='club_roles', to=settings.AUTH_USER_MODEL)),
            ('is_shown', models.BooleanField(db_default=False, default=False)),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('club', 'user', 'role'), name='club_role_once'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Membership',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('since', models.DateField(blank=True, null=True)),
            ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='tournaments.club')),
            ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to='tournaments.player')),
            ('consented_at', models.DateTimeField(blank=True, editable=False, null=True)),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('club', 'player'), name='membership_once'),
            ],
        },
    ),
    migrations.CreateModel(
        name='MembershipRequest',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('asked_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='membership_requests', to='tournaments.club')),
            ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='membership_requests', to='tournaments.player')),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('club', 'player'), name='membership_request_once'),
            ],
        },
    ),
]

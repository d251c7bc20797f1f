"""The tables of a new database. One that has some of what this replaces gets the rest, one by one."""

import django.db.models.deletion
import django.utils.timezone
import oauth2_provider.generators
import oauth2_provider.models
import tournaments.columns
from django.conf import settings
from django.db import migrations, models

from tournaments.migrations.squashed.create_models import CreateModels


class Migration(migrations.Migration):

    initial = True
    replaces = [
        ('config', '0001_initial'),
        ('config', '0002_invitations_and_links'),
        ('config', '0003_admin_names'),
        ('config', '0004_serial_of_personal_links'),
        ('config', '0005_applications'),
        ('config', '0006_webhooks'),
        ('config', '0007_used_codes_and_attempts'),
        ('config', '0008_calendar_addresses'),
        ('config', '0009_notices'),
        ('config', '0010_notice_mails'),
        ('config', '0011_push_devices'),
        ('config', '0012_notices_of_challenges'),
    ]
    dependencies = [
        ('tournaments', '0021_webhooks'),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='ApiToken',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=200)),
                    ('prefix', models.CharField(max_length=200)),
                    ('digest', models.CharField(max_length=200, unique=True)),
                    ('scopes', models.JSONField(blank=True, default=list)),
                    ('expires_at', models.DateTimeField(blank=True, null=True)),
                    ('last_used_at', models.DateTimeField(blank=True, null=True)),
                    ('revoked_at', models.DateTimeField(blank=True, null=True)),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
                    ('created_at', models.DateTimeField(blank=True, null=True)),
                ],
                options={
                    'verbose_name': 'API token',
                },
            ),
            migrations.CreateModel(
                name='Application',
                fields=[
                    ('id', models.BigAutoField(primary_key=True, serialize=False)),
                    ('redirect_uris', models.TextField(blank=True, help_text='Allowed URIs list, space separated', verbose_name='redirect URIs')),
                    ('post_logout_redirect_uris', models.TextField(blank=True, default='', help_text='Allowed Post Logout URIs list, space separated', verbose_name='post logout redirect URIs')),
                    ('client_type', models.CharField(choices=[('confidential', 'Confidential'), ('public', 'Public')], max_length=32, verbose_name='client type')),
                    ('authorization_grant_type', models.CharField(choices=[('authorization-code', 'Authorization code'), ('urn:ietf:params:oauth:grant-type:device_code', 'Device Code'), ('implicit', 'Implicit'), ('password', 'Resource owner password-based'), ('client-credentials', 'Client credentials'), ('openid-hybrid', 'OpenID connect hybrid')], max_length=44, verbose_name='authorization grant type')),
                    ('client_secret', oauth2_provider.models.ClientSecretField(blank=True, db_index=True, default=oauth2_provider.generators.generate_client_secret, help_text='Client secret for authentication', max_length=255, verbose_name='client secret')),
                    ('hash_client_secret', models.BooleanField(default=True, verbose_name='hash client secret')),
                    ('name', models.CharField(blank=True, max_length=255, verbose_name='name')),
                    ('skip_authorization', models.BooleanField(default=False, verbose_name='skip authorization')),
                    ('created', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                    ('updated', models.DateTimeField(auto_now=True, verbose_name='updated')),
                    ('algorithm', models.CharField(blank=True, choices=[('', 'No OIDC support'), ('RS256', 'RSA with SHA-2 256'), ('HS256', 'HMAC with SHA-2 256')], default='', max_length=5, verbose_name='algorithm')),
                    ('allowed_origins', models.TextField(blank=True, default='', help_text='Allowed origins list to enable CORS, space separated', verbose_name='allowed origins')),
                    ('registration_source', models.CharField(choices=[('manual', 'Manual'), ('dcr', 'Dynamic Client Registration'), ('cimd', 'Client ID Metadata Document')], default='manual', help_text='How this application was registered (manual, DCR per RFC 7591, or CIMD)', max_length=32, verbose_name='registration source')),
                    ('cimd_expires_at', models.DateTimeField(blank=True, default=None, help_text='When the cached Client ID Metadata Document should be re-fetched', null=True, verbose_name='CIMD expires at')),
                    ('client_id', models.CharField(default=tournaments.columns.new_public_id, editable=False, max_length=200, unique=True)),
                    ('switched_off_at', models.DateTimeField(blank=True, null=True)),
                    ('removed_at', models.DateTimeField(blank=True, null=True)),
                    ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.club')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('authorization_grant_type', 'authorization-code'), ('skip_authorization', False)), name='an_application_asks_first'),
                        models.CheckConstraint(condition=models.Q(('hash_client_secret', False), models.Q(models.Q(('client_type', 'public'), ('client_secret', '')), models.Q(('client_type', 'confidential'), models.Q(('client_secret', ''), _negated=True)), _connector='OR')), name='confidential_applications_have_a_secret'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Consent',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('scopes', models.JSONField(default=list)),
                    ('given_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('last_used_at', models.DateTimeField(blank=True, null=True)),
                    ('revoked_at', models.DateTimeField(blank=True, null=True)),
                    ('application', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='consents', to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL)),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='consents', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('user', 'application'), name='one_live_consent_per_application'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='UsedCode',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('digest', models.CharField(max_length=200, unique=True)),
                    ('token_family', models.UUIDField()),
                    ('forgotten_at', models.DateTimeField()),
                    ('application', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='used_codes', to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL)),
                ],
            ),
            migrations.CreateModel(
                name='CalendarAddress',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('digest', models.CharField(max_length=200, unique=True)),
                    ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='calendar_address', to=settings.AUTH_USER_MODEL)),
                ],
            ),
            migrations.CreateModel(
                name='PersonalLink',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('digest', models.CharField(max_length=200, unique=True)),
                    ('revoked_at', models.DateTimeField(blank=True, null=True)),
                    ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='personal_links', to='tournaments.entry')),
                    ('issued_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('serial', models.CharField(blank=True, max_length=200)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('entry',), name='one_live_link_per_entry'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Invitation',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('digest', models.CharField(max_length=200, unique=True)),
                    ('role', models.CharField(blank=True, max_length=200)),
                    ('expires_at', models.DateTimeField()),
                    ('used_at', models.DateTimeField(blank=True, null=True)),
                    ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tournaments.club')),
                    ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tournaments.event')),
                    ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='invitations', to='tournaments.player')),
                    ('issued_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('revoked_at', models.DateTimeField(blank=True, null=True)),
                    ('used_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(models.Q(('club__isnull', True), ('event__isnull', False), ('player__isnull', True)), models.Q(('club__isnull', False), ('event__isnull', True), ('player__isnull', True)), models.Q(('club__isnull', True), ('event__isnull', True), ('player__isnull', False)), _connector='OR'), name='invitation_is_to_one_thing'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='IdempotencyKey',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('actor_key', models.CharField(max_length=200)),
                    ('key', models.CharField(max_length=200)),
                    ('request_hash', models.CharField(max_length=200)),
                    ('status', models.IntegerField(blank=True, null=True)),
                    ('response', models.JSONField(blank=True, null=True)),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('actor_key', 'key'), name='idempotency_key_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='PushDevice',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('endpoint', models.CharField(max_length=2000)),
                    ('p256dh', models.CharField(max_length=200)),
                    ('auth', models.CharField(max_length=200)),
                    ('name', models.CharField(blank=True, max_length=200)),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('off', models.CharField(blank=True, choices=[('gone', 'Gone'), ('refused', 'Refused')], db_default='', default='', max_length=200)),
                    ('off_at', models.DateTimeField(blank=True, null=True)),
                    ('sent_at', models.DateTimeField(blank=True, null=True)),
                    ('held_until', models.DateTimeField(blank=True, null=True)),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_devices', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('endpoint',), name='device_of_one_account'),
                        models.CheckConstraint(condition=models.Q(models.Q(('off', ''), ('off_at', None)), models.Q(models.Q(('off', ''), _negated=True), ('off_at__isnull', False)), _connector='OR'), name='device_is_off_since'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='NoticePush',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('state', models.CharField(choices=[('waiting', 'Waiting'), ('sent', 'Sent'), ('failed', 'Failed'), ('dropped', 'Dropped')], default='waiting', max_length=200)),
                    ('due_at', models.DateTimeField()),
                    ('attempts', models.IntegerField(default=0)),
                    ('problem', models.CharField(blank=True, max_length=200)),
                    ('notice', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pushes', to='config.notice')),
                    ('device', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pushes', to='config.pushdevice')),
                ],
                options={
                    'indexes': [
                        models.Index(condition=models.Q(('state', 'waiting')), fields=['due_at'], name='push_waiting'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(fields=('device', 'notice'), name='pushed_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Notice',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('round_published', 'a round is published: table, opponent, who moves first'), ('result_waits', 'a result waits for your answer'), ('result_confirmed', 'a result of yours counts'), ('result_disputed', 'a game is disputed'), ('result_ruled', 'an arbiter decided a game of yours'), ('time', 'a time to play is proposed, agreed or set'), ('due_tomorrow', 'a game of yours is due within a day'), ('overdue', 'a game is overdue'), ('entry', 'your entry: accepted, refused, a place from the waiting list'), ('round_closed', 'a round is over, with your place; an event is over'), ('rating_list', 'a rating list is published and your rating has changed'), ('challenge', 'a challenge on a ladder: made, answered, soon without an answer'), ('announcement', 'staff announce something')], max_length=200)),
                    ('what', models.CharField(choices=[('paired', 'Paired'), ('bye', 'Bye'), ('unpaired', 'Unpaired'), ('waits', 'Waits'), ('casual_waits', 'Casual Waits'), ('counts', 'Counts'), ('casual_counts', 'Casual Counts'), ('disputed', 'Disputed'), ('disputed_staff', 'Disputed Staff'), ('ruled', 'Ruled'), ('time_proposed', 'Time Proposed'), ('time_agreed', 'Time Agreed'), ('time_declined', 'Time Declined'), ('time_set', 'Time Set'), ('due', 'Due'), ('overdue', 'Overdue'), ('overdue_staff', 'Overdue Staff'), ('promoted', 'Promoted'), ('accepted', 'Accepted'), ('listed', 'Listed'), ('refused', 'Refused'), ('closed', 'Closed'), ('finished', 'Finished'), ('rated', 'Rated'), ('announced', 'Announced'), ('challenged', 'Challenged'), ('challenge_due', 'Challenge Due'), ('challenge_accepted', 'Challenge Accepted'), ('challenge_declined', 'Challenge Declined'), ('challenge_withdrawn', 'Challenge Withdrawn'), ('challenge_expired', 'Challenge Expired')], max_length=200)),
                    ('event', models.CharField(blank=True, max_length=200)),
                    ('source', models.CharField(max_length=200)),
                    ('data', models.JSONField(blank=True, default=dict)),
                    ('on_page', models.BooleanField(db_default=True, default=True)),
                    ('urgent', models.BooleanField(db_default=False, default=False)),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('read_at', models.DateTimeField(blank=True, null=True)),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL)),
                    ('mail', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='notices', to='config.noticemail')),
                ],
                options={
                    'indexes': [
                        models.Index(condition=models.Q(('on_page', True), ('read_at__isnull', True)), fields=['user'], name='notice_not_read'),
                        models.Index(fields=['event'], name='notice_of_event'),
                        models.Index(fields=['at'], name='notice_by_age'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(fields=('user', 'source'), name='told_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='NoticeMail',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('state', models.CharField(choices=[('waiting', 'Waiting'), ('sent', 'Sent'), ('failed', 'Failed'), ('dropped', 'Dropped')], default='waiting', max_length=200)),
                    ('due_at', models.DateTimeField()),
                    ('held_until', models.DateTimeField(blank=True, null=True)),
                    ('attempts', models.IntegerField(default=0)),
                    ('message_id', models.CharField(default=tournaments.columns.new_public_id, editable=False, max_length=200, unique=True)),
                    ('problem', models.CharField(blank=True, max_length=200)),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notice_mails', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'indexes': [
                        models.Index(condition=models.Q(('state', 'waiting')), fields=['due_at'], name='notice_mail_waiting'),
                        models.Index(fields=['at'], name='notice_mail_by_age'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='NoticeSettings',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('off_page', models.JSONField(blank=True, db_default=[], default=list)),
                    ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='notice_settings', to=settings.AUTH_USER_MODEL)),
                    ('digest', models.BooleanField(db_default=False, default=False)),
                    ('language', models.CharField(blank=True, db_default='', default='', max_length=200)),
                    ('mail_off', models.CharField(blank=True, choices=[('unsubscribed', 'Unsubscribed'), ('refused', 'Refused')], db_default='', default='', max_length=200)),
                    ('off_email', models.JSONField(blank=True, default=list, null=True)),
                    ('quiet', models.BooleanField(db_default=True, default=True)),
                    ('refused_address', models.CharField(blank=True, db_default='', default='', max_length=200)),
                    ('time_zone', models.CharField(blank=True, db_default='', default='', max_length=200)),
                    ('off_push', models.JSONField(blank=True, default=None, null=True)),
                ],
                options={
                    'verbose_name_plural': 'notice settings',
                },
            ),
            migrations.CreateModel(
                name='Webhook',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('host', models.CharField(max_length=200)),
                    ('sealed_url', models.TextField()),
                    ('sealed_secret', models.TextField()),
                    ('sealed_old_secret', models.TextField(blank=True)),
                    ('old_secret_until', models.DateTimeField(blank=True, null=True)),
                    ('kinds', models.JSONField(blank=True, default=list)),
                    ('format', models.CharField(choices=[('standard', 'JSON for programs (Standard Webhooks)'), ('discord', 'a message in a Discord channel'), ('slack', 'a message in a Slack channel')], default='standard', max_length=200)),
                    ('language', models.CharField(default='en', max_length=200)),
                    ('site', models.CharField(max_length=200)),
                    ('off', models.CharField(blank=True, choices=[('by_hand', 'switched off by hand'), ('failing', 'nothing reached it for three days'), ('gone', 'the address answered that it is gone'), ('maker', 'who made it is no longer staff here, or has left'), ('key', 'its address cannot be read since the secret key was changed; enter it again')], max_length=200)),
                    ('off_at', models.DateTimeField(blank=True, null=True)),
                    ('maker_told_at', models.DateTimeField(blank=True, null=True)),
                    ('since', models.BigIntegerField(default=0)),
                    ('failing_since', models.DateTimeField(blank=True, null=True)),
                    ('is_slow', models.BooleanField(default=False)),
                    ('held_until', models.DateTimeField(blank=True, null=True)),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.club')),
                    ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.event')),
                    ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to=settings.AUTH_USER_MODEL)),
                    ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.player')),
                ],
                options={
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(models.Q(('club__isnull', True), ('event__isnull', False), ('player__isnull', True)), models.Q(('club__isnull', False), ('event__isnull', True), ('player__isnull', True)), models.Q(('club__isnull', True), ('event__isnull', True), ('player__isnull', False)), _connector='OR'), name='webhook_is_of_one_thing'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Delivery',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('position', models.BigIntegerField(blank=True, null=True)),
                    ('lane', models.CharField(blank=True, max_length=200)),
                    ('action', models.CharField(max_length=200)),
                    ('message_id', models.CharField(default=tournaments.columns.new_public_id, editable=False, max_length=200, unique=True)),
                    ('by_hand', models.BooleanField(default=False)),
                    ('state', models.CharField(choices=[('waiting', 'waits'), ('delivered', 'delivered'), ('failed', 'not delivered'), ('dropped', 'not sent: the webhook was off'), ('hidden', 'not sent: no longer visible')], default='waiting', max_length=200)),
                    ('attempts', models.IntegerField(default=0)),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('due_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('tried_at', models.DateTimeField(blank=True, null=True)),
                    ('milliseconds', models.IntegerField(blank=True, null=True)),
                    ('status', models.IntegerField(blank=True, null=True)),
                    ('answer', models.TextField(blank=True)),
                    ('problem', models.CharField(blank=True, max_length=200)),
                    ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='config.webhook')),
                    ('tries', models.JSONField(blank=True, db_default=[], default=list)),
                ],
                options={
                    'verbose_name_plural': 'deliveries',
                    'indexes': [
                        models.Index(fields=['webhook', '-id'], name='delivery_of_webhook'),
                        models.Index(condition=models.Q(('state', 'waiting')), fields=['webhook', 'lane', 'id'], name='delivery_waiting'),
                        models.Index(fields=['at'], name='delivery_by_age'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(fields=('webhook', 'position'), name='change_once_for_each_webhook'),
                    ],
                },
            ),
        ]),
    ]

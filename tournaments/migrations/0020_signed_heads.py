from django.conf import settings
from django.db import migrations, models
from django.db.models import F

from tournaments.chain.keys import read_signing_key
from tournaments.chain.witness import sign_head


def sign_heads(apps, schema_editor):
    """Sign the journals as they are, so that none counts as unsigned after the upgrade."""
    key = read_signing_key(settings.SIGNING_KEY)
    for head in apps.get_model("tournaments", "JournalHead").objects.exclude(seq=F("signed_seq")):
        head.key, head.signature = sign_head(key, head.scope, head.seq, head.hash)[3:]
        head.signed_seq = head.seq
        head.save()



class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0019_heartbeats'),
    ]

    operations = [
        migrations.AddField(
            model_name='journalhead',
            name='key',
            field=models.CharField(blank=True, db_default='', default='', max_length=200),
        ),
        migrations.AddField(
            model_name='journalhead',
            name='signature',
            field=models.CharField(blank=True, db_default='', default='', max_length=200),
        ),
        migrations.AddField(
            model_name='journalhead',
            name='signed_seq',
            field=models.IntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='journalline',
            name='text_hash',
            field=models.CharField(blank=True, db_default='', default='', max_length=200),
        ),
        migrations.AddField(
            model_name='journalline',
            name='version',
            field=models.IntegerField(db_default=1, default=2),
        ),
        migrations.RunPython(sign_heads, migrations.RunPython.noop),
    ]

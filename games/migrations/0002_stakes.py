import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    """Stakes are booked by slot: a game is at stake before there is a record of it.

    No service wrote a transfer before this, so that a slot is never missing.
    """

    dependencies = [
        ("games", "0001_initial"),
        ("tournaments", "0004_life_of_an_event"),
    ]

    operations = [
        migrations.CreateModel(
            name="SlotBids",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("pairs", models.JSONField()),
                ("first_seat", models.IntegerField()),
                ("paired_first", models.IntegerField()),
                ("actor", models.JSONField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "slot",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bids",
                        to="tournaments.gameslot",
                    ),
                ),
            ],
            options={"verbose_name_plural": "slot bids"},
        ),
        migrations.RemoveConstraint(model_name="wagertransfer", name="transfer_once"),
        migrations.AddField(
            model_name="wagertransfer",
            name="slot",
            field=models.ForeignKey(
                default=0,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="wager_transfers",
                to="tournaments.gameslot",
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="wagertransfer", name="live", field=models.BooleanField(default=True)
        ),
        migrations.AddField(
            model_name="wagertransfer",
            name="at",
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AlterField(
            model_name="wagertransfer",
            name="game",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="wager_transfers",
                to="games.game",
            ),
        ),
        migrations.AddConstraint(
            model_name="wagertransfer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("live", True)),
                fields=("slot", "step", "payer"),
                name="transfer_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="wagertransfer",
            constraint=models.CheckConstraint(
                condition=models.Q(("reverses__isnull", True), ("live", False), _connector="OR"),
                name="a_reversal_is_not_live",
            ),
        ),
    ]

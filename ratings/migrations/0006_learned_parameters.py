"""Lists by Glicko with default parameters learn more of them; every Glicko list is rated again.

A list that sets parameters learns only those that it names. One that learned the first move, because
it set others only, now names it and keeps its numbers.
"""

from django.db import migrations
from django.db.models import F

OF_THE_FIRST_MOVE = {"first_move", "first_move_deviation"}


def name_what_is_learned(apps, schema_editor):
    for pool in apps.get_model("ratings", "Pool").objects.all():
        plan = pool.building
        if "glicko" not in (pool.system, plan and plan["system"]):
            continue
        pool.parameters = named(pool.system, pool.parameters)
        if plan is not None:
            plan |= {"redo": "", "parameters": named(plan["system"], plan["parameters"])}
        pool.dirty_from = ""
        pool.ledger_version = F("ledger_version") + 1
        pool.save(update_fields=["building", "dirty_from", "ledger_version", "parameters"])


def named(system, parameters):
    if system != "glicko" or not parameters or OF_THE_FIRST_MOVE & set(parameters):
        return parameters
    return {**parameters, "first_move_deviation": 30.0}


class Migration(migrations.Migration):
    dependencies = [("ratings", "0005_approval")]
    operations = [migrations.RunPython(name_what_is_learned, migrations.RunPython.noop)]

"""Accounts in the admin: nobody grows stronger there, and nobody gets into a stronger account."""

import pytest
from django.contrib.auth.models import Group, Permission

from tests.builders import make_user
from tests.clients import signed_in, text_of
from tournaments.models import User

pytestmark = pytest.mark.django_db
POWERS = ("add_user", "change_user", "view_user", "add_group", "change_group", "delete_group")


def permission(name):
    return Permission.objects.get(codename=name)


@pytest.fixture
def helper():
    """Site staff that may change accounts and groups, and is no superuser."""
    user = make_user("helper", staff=True)
    user.user_permissions.set([permission(name) for name in POWERS])
    return user


@pytest.fixture
def desk(helper):
    return signed_in(helper)


def page(user, what="change"):
    return f"/admin/tournaments/user/{user.pk}/{what}/"


def form_of(user, **changes):
    joined = user.date_joined
    return {
        "username": user.username, "email": user.email, "is_active": "on",
        "date_joined_0": f"{joined:%Y-%m-%d}", "date_joined_1": f"{joined:%H:%M:%S}",
    } | changes  # fmt: skip


def test_staff_cannot_make_a_superuser_of_anybody(desk, helper):
    weak, group = make_user("weak"), Group.objects.create(name="strong")
    group.permissions.add(permission("delete_user"))
    for user in (weak, helper):
        powers = {
            "is_superuser": "on", "groups": [group.pk], "is_staff": "on",
            "user_permissions": [permission("delete_user").pk],
        }  # fmt: skip
        assert desk.post(page(user), form_of(user, **powers, first_name="N")).status_code == 302
        user = User.objects.get(pk=user.pk)
        assert (user.first_name, user.is_superuser) == ("N", False)
        assert not user.groups.exists()
        assert not user.has_perm("tournaments.delete_user")


@pytest.mark.parametrize("strong", ["superuser", "by permission", "by group"])
def test_staff_cannot_get_into_a_stronger_account(desk, strong):
    user = make_user("strong", staff=True)
    if strong == "superuser":
        User.objects.filter(pk=user.pk).update(is_superuser=True)
    elif strong == "by permission":
        user.user_permissions.add(permission("delete_user"))
    else:
        user.groups.add(Group.objects.create(name="strong"))
        user.groups.get().permissions.add(permission("delete_user"))
    before = User.objects.get(pk=user.pk)
    looked = desk.get(page(user))
    assert looked.status_code == 200
    assert before.password.split("$")[-1] not in text_of(looked)
    assert desk.post(page(user), form_of(user, email="mine@example.org")).status_code == 403
    new = {
        "password1": "a red capstone 7",
        "password2": "a red capstone 7",
        "usable_password": "true",
    }
    assert desk.get(page(user, "password")).status_code == 403
    assert desk.post(page(user, "password"), new).status_code == 403
    after = User.objects.get(pk=user.pk)
    assert (after.password, after.email) == (before.password, before.email)


def test_staff_may_give_a_weaker_account_a_new_password(desk):
    weak = make_user("weak")
    new = {
        "password1": "a red capstone 7",
        "password2": "a red capstone 7",
        "usable_password": "true",
    }
    assert desk.post(page(weak, "password"), new).status_code == 302
    weak.refresh_from_db()
    assert weak.check_password("a red capstone 7")


def test_staff_cannot_make_groups_or_change_theirs(desk, helper):
    group = Group.objects.create(name="mine")
    helper.groups.add(group)
    powers = {"name": "mine", "permissions": [permission("delete_user").pk]}
    for address, form in (
        ("/admin/auth/group/add/", powers | {"name": "new"}),
        (f"/admin/auth/group/{group.pk}/change/", powers),
        (f"/admin/auth/group/{group.pk}/delete/", {"post": "yes"}),
    ):
        assert desk.post(address, form).status_code == 403
    assert [each.name for each in Group.objects.all()] == ["mine"]
    assert not group.permissions.exists()


def test_a_superuser_makes_superusers(client):
    client.force_login(User.objects.create_superuser("root"))
    weak = make_user("weak")
    powers = {"is_superuser": "on", "is_staff": "on"}
    assert client.post(page(weak), form_of(weak, **powers)).status_code == 302
    assert User.objects.get(pk=weak.pk).is_superuser
    assert client.get("/admin/auth/group/add/").status_code == 200

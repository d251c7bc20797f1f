"""Fields that several forms of an account share; Django copies a field for each form."""

from typing import Any

from django import forms
from django.contrib.auth.forms import PasswordResetForm, SetPasswordForm, UsernameField
from django.utils.translation import gettext_lazy as _

from config.access.login import ThrottledLoginForm, ThrottledPasswordForm
from config.pages.forms import TextField

LONGEST_PASSWORD, LONGEST_ADDRESS = 200, 200

USERNAME = TextField(
    _("Name to sign in with"),
    _("letters, digits and @ . + - _"),
    max_length=150,
    widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
)
PASSWORD = TextField(
    _("Password"),
    _("eight characters or more; several words are good"),
    max_length=LONGEST_PASSWORD,
    strip=False,
    widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
)
EMAIL = forms.EmailField(
    max_length=LONGEST_ADDRESS,
    label=_("E-mail"),
    widget=forms.EmailInput(attrs={"autocomplete": "email"}),
)


class SignInForm(ThrottledLoginForm):
    username = UsernameField(label=_("Name"))
    error_messages = {  # as Django's form declares them
        **ThrottledLoginForm.error_messages,
        "invalid_login": _(
            "This name and password do not go together. Look at capital letters, then try again."
        ),
    }

    def clean(self) -> dict[str, Any]:
        try:
            return super().clean()
        except forms.ValidationError:
            self.fields["username"].widget.attrs["aria-invalid"] = "true"
            raise


class _PasswordFields(forms.Form):
    """Django's fields of a new password without its list of rules; an error names the rule."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for field in self.fields.values():
            field.help_text = ""
            field.widget.attrs["maxlength"] = LONGEST_PASSWORD
            field.widget.attrs.pop("autofocus", None)


class NewPasswordForm(_PasswordFields, SetPasswordForm):  # type: ignore[type-arg]
    pass


class ChangePasswordForm(_PasswordFields, ThrottledPasswordForm):
    pass


class ForgottenPasswordForm(PasswordResetForm):
    email = forms.EmailField(
        max_length=LONGEST_ADDRESS,
        label=_("E-mail"),
        help_text=_("the one that belongs to your account"),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

"""URLs of signing in, signing up and tokens."""

from django.urls import path

from config.pages.account import closing, first_run, invite, proving, sign_up, signing_in, tokens
from config.pages.secret_pages import private_page

urlpatterns = [
    path("about/", signing_in.about, name="about"),
    path("login/", signing_in.Login.as_view(), name="login"),
    path("logout/", signing_in.Logout.as_view(), name="logout"),
    path("signup/", sign_up.signup, name="signup"),
    path("first/", first_run.first_run, name="first-run"),
    path("email/<str:uidb64>/<str:token>/", proving.prove, name="prove-email"),
    path("reset/", sign_up.ForgottenPassword.as_view(), name="forgotten"),
    path(
        "reset/<str:uidb64>/<str:token>/",
        private_page(sign_up.NewPassword.as_view()),
        name="new-password",
    ),
    path("accounts/<int:user_id>/reset/", sign_up.make_reset_link, name="make-reset-link"),
    path("invite/<str:code>/", invite.invite, name="invite"),
    path("me/password/", signing_in.Password.as_view(), name="password"),
    path("me/close/", closing.close, name="close-account"),
    path("me/tokens/", tokens.own_tokens, name="own-tokens"),
]

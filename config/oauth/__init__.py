"""OAuth 2: applications that people allow to act for them, by django-oauth-toolkit."""

"""The project: settings, processes and URLs. The website is `config.pages`."""

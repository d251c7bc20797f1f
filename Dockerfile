# One image for every process; compose.yaml starts them. It holds no settings and no data.
FROM python:3.11-slim-bookworm AS packages
WORKDIR /app
COPY requirements-uv.txt requirements.lock ./
RUN python -m venv /opt/uv \
 && /opt/uv/bin/pip install --quiet --require-hashes -r requirements-uv.txt \
 && python -m venv /app/.venv \
 && /opt/uv/bin/uv pip sync --quiet --python /app/.venv/bin/python --require-hashes requirements.lock

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 10001 --home-dir /var/lib/roadhouse --create-home roadhouse \
 && install -d -o roadhouse -g roadhouse -m 700 /var/lib/roadhouse /var/backups/roadhouse
WORKDIR /app
COPY --from=packages /app/.venv /app/.venv
COPY . .
RUN /app/.venv/bin/python -m compileall -q /app
ENV PATH=/app/.venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 \
    DEBUG=0 BIND_ADDRESS=0.0.0.0 PORT=8000 FOLLOW_PORT=8100 VAR_DIR=/var/lib/roadhouse
USER roadhouse
VOLUME /var/lib/roadhouse /var/backups/roadhouse
EXPOSE 8000 8100
CMD ["python", "-m", "config.running", "web"]

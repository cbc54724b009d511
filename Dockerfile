# The bot as an image: `docker build -t furlong .`; compose.yaml runs it. With EXTRAS=postgres,scripts,cjk, pictures show
# names in Chinese, Japanese and Korean letters too. docs/hosting.md says how to build on a newer base image.
ARG BASE=docker.io/library/python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b

FROM ${BASE} AS build
ARG EXTRAS=postgres,scripts
WORKDIR /src
# Install the dependencies first, with an empty package in place of the code, so that a change of code reuses this layer.
COPY pyproject.toml constraints.txt ./
RUN mkdir bot && touch README.md LICENSE && echo '__version__ = "0"' > bot/__init__.py \
    && python3 -m venv /opt/furlong \
    && /opt/furlong/bin/pip install --no-cache-dir --disable-pip-version-check -c constraints.txt ".[${EXTRAS}]" \
    && rm -rf bot build furlong.egg-info
COPY . .
RUN /opt/furlong/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps . \
    && /opt/furlong/bin/pip uninstall --yes --quiet --disable-pip-version-check pip

FROM ${BASE}
RUN useradd --uid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin furlong && install -d -o furlong -g furlong -m 700 /data
COPY --from=build /opt/furlong /opt/furlong
ENV PATH=/opt/furlong/bin:$PATH PYTHONDONTWRITEBYTECODE=1
USER furlong
WORKDIR /data
# An SQLite file outlasts the container only in a volume.
VOLUME /data
# Python handles SIGINT from its first moment, even as process 1 of a container.
STOPSIGNAL SIGINT
HEALTHCHECK --interval=1m --timeout=20s --start-period=3m CMD ["furlong", "health"]
ENTRYPOINT ["furlong"]
CMD ["run"]

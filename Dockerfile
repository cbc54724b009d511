# The bot as an image: `docker build -t furlong .`; compose.yaml runs it. With EXTRAS=metrics,postgres,programs,push,scripts,cjk, pictures show
# names in Chinese, Japanese and Korean letters too. docs/hosting.md says how to build on a newer base image.
ARG BASE=docker.io/library/python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b

FROM ${BASE} AS build
ARG EXTRAS=metrics,postgres,programs,push,scripts
WORKDIR /src
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
# Download the dependencies first, so that a change of code reuses this layer. Only files whose hashes are in the lock get
# into the image: pip finds no others afterwards, not even to build Furlong itself.
COPY lock.txt ./
RUN python3 -m venv /opt/furlong \
    && /opt/furlong/bin/pip download --require-hashes --no-deps --only-binary :all: --dest /packages -r lock.txt
ENV PIP_NO_INDEX=1 PIP_FIND_LINKS=/packages
# Install them with an empty package in place of the code.
COPY pyproject.toml setup.py ./
RUN mkdir bot furlong_bot players render rules studio && touch README.md LICENSE && echo '__version__ = "0"' > bot/__init__.py \
    && touch furlong_bot/__init__.py players/__init__.py render/__init__.py rules/__init__.py studio/__init__.py \
    && /opt/furlong/bin/pip install ".[${EXTRAS}]" \
    && rm -rf bot build furlong_bot furlong_bot.egg-info players render rules studio
COPY . .
RUN /opt/furlong/bin/pip install --no-deps . && /opt/furlong/bin/pip uninstall --yes --quiet pip

FROM ${BASE}
RUN useradd --uid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin furlong && install -d -o furlong -g furlong -m 700 /data
COPY --from=build /opt/furlong /opt/furlong
# Threads share their free memory, and pictures lie in small blocks, which fit into what others have freed.
ENV PATH=/opt/furlong/bin:$PATH PYTHONDONTWRITEBYTECODE=1 MALLOC_ARENA_MAX=1 PILLOW_BLOCK_SIZE=64K
USER furlong
WORKDIR /data
# An SQLite file outlasts the container only in a volume.
VOLUME /data
# Python handles SIGINT from its first moment, even as process 1 of a container.
STOPSIGNAL SIGINT
HEALTHCHECK --interval=1m --timeout=20s --start-period=3m CMD ["furlong", "health"]
ENTRYPOINT ["furlong"]
CMD ["run"]

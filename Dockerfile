# Waymark's service, receiver, sync, build and web server, in one image: docs/running.md tells how to
# use it. BASE is any image with Node 24 and npm.
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS packages
WORKDIR /waymark
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM ${BASE}
ENV NODE_ENV=production \
    CONTENT_DIR=/srv/changelog/content \
    OUT_DIR=/srv/changelog/dist \
    WEBHOOK_INBOX=/srv/changelog/webhook.db \
    ANNOUNCE_LEDGER=/srv/changelog/announce-ledger.json \
    WEBHOOK_HOST=0.0.0.0
WORKDIR /waymark
COPY --from=packages /waymark/node_modules node_modules
COPY . .

# Compiles the pages, so that the first build compiles nothing.
RUN CONTENT_DIR=content node bin/waymark.cjs build --out /tmp/compiled/dist \
    && rm -r /tmp/compiled .cache/builds \
    && mkdir -p /srv/changelog /srv/service \
    && chown -R 10001:10001 .cache /srv/changelog /srv/service

# Everything else is read only: a container may have a read-only root.
VOLUME ["/waymark/.cache", "/srv/changelog", "/srv/service"]
USER 10001:10001
ENTRYPOINT ["node", "bin/waymark.cjs"]
CMD ["--help"]

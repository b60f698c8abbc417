# syntax=docker/dockerfile:1

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# `--build-arg WITH_WECHATY=true` adds the optional wechaty (about 150 MB). Of the font one weight is drawn with.
ARG WITH_WECHATY=false
RUN npm ci --omit=dev --no-audit --no-fund \
  && if [ "$WITH_WECHATY" = true ]; then \
    version="$(node -p 'require("./package.json").peerDependencies.wechaty')" \
    && npm pkg delete peerDependencies peerDependenciesMeta devDependencies.wechaty \
    && npm install --omit=dev --no-audit --no-fund "wechaty@$version"; \
  fi \
  && find node_modules/@expo-google-fonts/noto-sans-sc -name '*.ttf' ! -path '*/400Regular/*' -delete

FROM node:24-slim
ENV NODE_ENV=production \
    HTTP_HOST=0.0.0.0 \
    QIANMEN_DATA=/data
WORKDIR /app
# The lock file stays behind: without it the launcher takes the installed packages as they are.
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json ./
COPY src ./src
COPY adapters ./adapters
COPY skills ./skills
COPY competences ./competences
# The settings file is that of a mounted folder, not a mounted file: an editor puts a new file in the old one's place.
RUN mkdir /data /config && chown node:node /data && ln -s /config/qianmen.yaml qianmen.yaml
USER node
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HTTP_PORT || 8787}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# No Redis in this image: set REDIS_URL (compose.yaml does).
CMD ["node", "src/launch.mjs", "start"]

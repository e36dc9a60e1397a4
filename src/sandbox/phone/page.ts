import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  // A mail as its sender drew it.
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

const securityHeaders = {
  "content-security-policy": policy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cache-control": "no-cache",
};

const css = "text/css; charset=utf-8";
const js = "text/javascript; charset=utf-8";
const assets: [name: string, type: string, file: URL][] = [
  ["base.css", css, new URL("./page/base.css", import.meta.url)],
  ["controls.css", css, new URL("./page/controls.css", import.meta.url)],
  ["thread.css", css, new URL("./page/thread.css", import.meta.url)],
  ["frame.css", css, new URL("./page/frame.css", import.meta.url)],
  ["phone.js", js, new URL("./page/phone.js", import.meta.url)],
  ["thread.js", js, new URL("./page/thread.js", import.meta.url)],
  ["call.css", css, new URL("./page/call.css", import.meta.url)],
  ["ringing.js", js, new URL("./page/ringing.js", import.meta.url)],
  ["voice.js", js, new URL("./page/voice.js", import.meta.url)],
  ["relay-frames.js", js, new URL("./page/relay-frames.js", import.meta.url)],
  ["call.js", js, new URL("./page/call.js", import.meta.url)],
  ["dialogs.js", js, new URL("./page/dialogs.js", import.meta.url)],
  ["parts.js", js, new URL("./page/parts.js", import.meta.url)],
  ["texts.js", js, new URL("./page/texts.js", import.meta.url)],
  ["texts-en.js", js, new URL("./page/texts-en.js", import.meta.url)],
  ["texts-es.js", js, new URL("./page/texts-es.js", import.meta.url)],
];
const html = new URL("./page/phone.html", import.meta.url);

/** Serves the phone page. Its addresses are relative, so that it also works behind a proxy. */
export const mountPhonePage = (app: FastifyInstance): void => {
  // Without a trailing slash, relative addresses resolve one level higher.
  for (const [path, prefix] of [
    ["/sandbox", "sandbox/"],
    ["/sandbox/", "./"],
  ] as const)
    app.get(path, async (_request, reply) =>
      reply
        .headers(securityHeaders)
        .type("text/html; charset=utf-8")
        .send((await readFile(html, "utf8")).replaceAll("{here}", prefix)),
    );
  for (const [name, type, file] of assets)
    app.get(`/sandbox/${name}`, async (_request, reply) =>
      reply
        .headers(securityHeaders)
        .type(type)
        .send(await readFile(file, "utf8")),
    );
};

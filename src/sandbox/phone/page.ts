import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

const headers = {
  "content-security-policy": policy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cache-control": "no-cache",
};

const files: Record<string, { type: string; url: URL }> = {
  "phone.css": { type: "text/css", url: new URL("./page/phone.css", import.meta.url) },
  "phone.js": { type: "text/javascript", url: new URL("./page/phone.js", import.meta.url) },
  "thread.js": { type: "text/javascript", url: new URL("./page/thread.js", import.meta.url) },
  "call.js": { type: "text/javascript", url: new URL("./page/call.js", import.meta.url) },
  "parts.js": { type: "text/javascript", url: new URL("./page/parts.js", import.meta.url) },
  "texts.js": { type: "text/javascript", url: new URL("./page/texts.js", import.meta.url) },
};
const html = new URL("./page/phone.html", import.meta.url);

/** The phone in the browser. All its addresses are relative, so that it can be shown behind another server. */
export const mountPhonePage = (app: FastifyInstance): void => {
  // Without a slash at the end, relative addresses start one level higher.
  for (const [path, prefix] of [
    ["/sandbox", "sandbox/"],
    ["/sandbox/", "./"],
  ] as const)
    app.get(path, async (_request, reply) =>
      reply
        .headers(headers)
        .type("text/html; charset=utf-8")
        .send((await readFile(html, "utf8")).replaceAll("{here}", prefix)),
    );
  for (const [name, { type, url }] of Object.entries(files))
    app.get(`/sandbox/${name}`, async (_request, reply) =>
      reply
        .headers(headers)
        .type(`${type}; charset=utf-8`)
        .send(await readFile(url, "utf8")),
    );
};

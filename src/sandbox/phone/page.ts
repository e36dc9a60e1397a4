import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
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

const types = { css: "text/css", js: "text/javascript" } as const;
const parts = {
  css: ["base", "controls", "thread", "frame"],
  js: ["phone", "thread", "call", "dialogs", "parts", "texts", "texts-en", "texts-es"],
} as const;
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
  for (const kind of ["css", "js"] as const)
    for (const name of parts[kind])
      app.get(`/sandbox/${name}.${kind}`, async (_request, reply) =>
        reply
          .headers(headers)
          .type(`${types[kind]}; charset=utf-8`)
          .send(await readFile(new URL(`./page/${name}.${kind}`, import.meta.url), "utf8")),
      );
};

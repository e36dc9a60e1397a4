import { parse } from "node:querystring";
import type { FastifyInstance } from "fastify";

/** Vendors are sent JSON, forms and, by mistake, anything else: all of it arrives. */
export const readBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(Object.assign(new Error("Invalid JSON"), { statusCode: 400 }));
    }
  });
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => {
      // A name that comes several times holds all its values.
      done(null, { ...parse(String(body), undefined, undefined, { maxKeys: 0 }) });
    },
  );
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, String(body)));
};

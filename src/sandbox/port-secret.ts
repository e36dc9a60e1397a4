import { randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** A page that a person opens in a browser, whose address must not show the secret. */
    isBrowserPage?: boolean;
  }
}

export type PortSecret = {
  /** The beginning of every path, such as `/Xk3…`. */
  prefix: string;
  /** The path behind the secret; undefined for a path without it. */
  strip: (url: string) => string | undefined;
  /** Refuses requests without the secret, except those for pages of a browser. */
  demand: (app: FastifyInstance) => void;
};

/** Any process of the machine can reach a loopback port; the secret is new with every start. */
export const createPortSecret = (): PortSecret => {
  const prefix = `/${randomBytes(24).toString("base64url")}`;
  const expected = Buffer.from(prefix);
  const strip = (url: string): string | undefined => {
    const given = Buffer.from(url.slice(0, prefix.length));
    const rest = url.slice(prefix.length);
    const isRight = given.length === expected.length && timingSafeEqual(given, expected);
    if (!isRight || !/^([/?]|$)/.test(rest)) return undefined;
    return rest.startsWith("/") ? rest : `/${rest}`;
  };
  return {
    prefix,
    strip,
    demand: (app) => {
      app.addHook("onRequest", (request, reply, done) => {
        if (strip(request.originalUrl) === undefined && !request.routeOptions.config.isBrowserPage)
          return void reply.code(403).send("The secret of the simulators is missing");
        done();
      });
    },
  };
};

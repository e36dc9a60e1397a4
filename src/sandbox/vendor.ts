import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { World } from "./world.ts";

/** A vendor as seen from the wire. Its routes live under `/<id>`; below that, paths are the vendor's own. */
export type Vendor = {
  id: string;
  mount: (app: FastifyInstance, world: World) => void;
  /** Hides a secret that this vendor carries in the path. */
  maskPath?: (path: string) => string;
  /** What its outage looks like, where that is known. */
  down?: () => Answer;
};

export type Answer = {
  status: number;
  body: unknown;
  type?: string;
  headers?: Record<string, string>;
};

export const send = (reply: FastifyReply, { status, body, type, headers }: Answer): FastifyReply =>
  reply
    .code(status)
    .headers(headers ?? {})
    .type(type ?? "application/json; charset=utf-8")
    .send(body);

/** What callers present. A route reads its own part of a request that nobody has checked. */
export const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};
export const queryOf = (request: FastifyRequest, name: string): string | undefined =>
  textOf(request.query, name);
export const bodyOf = (request: FastifyRequest, name: string): string | undefined =>
  textOf(request.body, name);
export const paramOf = (request: FastifyRequest, name: string): string => textOf(request.params, name) ?? "";

/** The credential after a scheme such as Bearer. */
export const schemeOf = (request: FastifyRequest, scheme: string): string | undefined => {
  const [given, ...rest] = (request.headers.authorization ?? "").split(" ");
  return given?.toLowerCase() === scheme.toLowerCase() ? rest.join(" ").trim() || undefined : undefined;
};
export const bearerOf = (request: FastifyRequest): string | undefined => schemeOf(request, "bearer");

export const basicOf = (request: FastifyRequest): { user: string; password: string } | undefined => {
  const encoded = schemeOf(request, "basic");
  if (!encoded) return undefined;
  const [user = "", ...password] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  return { user, password: password.join(":") };
};

/** Where the caller reached this vendor, for answers that name a host to go on with. */
export const ownBase = (request: FastifyRequest, id: string): string => `http://${request.host}/${id}`;

const textOf = (from: unknown, name: string): string | undefined => {
  if (typeof from !== "object" || from === null) return undefined;
  const value = (from as Record<string, unknown>)[name];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "string" && first !== "" ? first : undefined;
};

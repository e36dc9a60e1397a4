import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SandboxContext } from "./context.ts";
import type { InterruptionKind } from "./interruptions.ts";

/** A simulated vendor. Its routes live under `/<id>`; below that, paths are the vendor's own. */
export type Vendor = {
  id: string;
  mount: (app: FastifyInstance, context: SandboxContext) => void;
  /** Hides a secret that this vendor's URLs carry in the path. */
  maskPath?: (path: string) => string;
  /** What the vendor itself answers to an interrupted request. */
  interruptions?: Partial<Record<InterruptionKind, () => SimulatedResponse>>;
  /** The response during an outage, where the vendor's real one is known. */
  down?: () => SimulatedResponse;
};

export type SimulatedResponse = {
  status: number;
  body: unknown;
  type?: string;
  headers?: Record<string, string>;
};

export const sendResponse = (
  reply: FastifyReply,
  { status, body, type, headers }: SimulatedResponse,
): FastifyReply =>
  reply
    .code(status)
    .headers(headers ?? {})
    .type(type ?? "application/json; charset=utf-8")
    .send(body);

export const requestHeader = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};
export const queryParam = (request: FastifyRequest, name: string): string | undefined =>
  textValue(request.query, name);
export const bodyField = (request: FastifyRequest, name: string): string | undefined =>
  textValue(request.body, name);
/** All values of a field that may be repeated. */
export const bodyFields = (request: FastifyRequest, name: string): string[] => {
  const value = (request.body as Record<string, unknown> | null | undefined)?.[name];
  return [value].flat().filter((item): item is string => typeof item === "string" && item !== "");
};
export const pathParam = (request: FastifyRequest, name: string): string =>
  textValue(request.params, name) ?? "";

/** The credential after an authorization scheme such as Bearer. */
export const authorizationCredential = (request: FastifyRequest, scheme: string): string | undefined => {
  const [requestScheme, ...rest] = (request.headers.authorization ?? "").split(" ");
  return requestScheme?.toLowerCase() === scheme.toLowerCase()
    ? rest.join(" ").trim() || undefined
    : undefined;
};
export const requestBearerToken = (request: FastifyRequest): string | undefined =>
  authorizationCredential(request, "bearer");

export const basicCredentials = (request: FastifyRequest): { user: string; password: string } | undefined => {
  const encoded = authorizationCredential(request, "basic");
  if (!encoded) return undefined;
  const [user = "", ...password] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  return { user, password: password.join(":") };
};

/** The address at which the caller reached this vendor, for responses that name the next host. */
export const vendorUrl = ({ host, url, originalUrl }: FastifyRequest, id: string): string =>
  `http://${host}${originalUrl.slice(0, originalUrl.length - url.length)}/${id}`;

const textValue = (record: unknown, name: string): string | undefined => {
  if (typeof record !== "object" || record === null) return undefined;
  const value = (record as Record<string, unknown>)[name];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "string" && first !== "" ? first : undefined;
};

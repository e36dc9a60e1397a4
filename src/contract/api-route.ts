import type * as z from "zod";
import type { Place } from "#domain/access/areas.ts";
import type { TokenScope } from "#domain/api-access/token.ts";
import type { Topic } from "#domain/topic.ts";
import type { ProblemCode } from "./problems.ts";

/** `public`, or where the call belongs: its area, and its level as the least built-in role. */
export type RoutePlace = { access: "public" } | Place;

export type RouteInput = {
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
};

export type ApiRoute = RoutePlace & {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Parameters in braces, as in OpenAPI: /api/people/{id} */
  path: `/api/${string}`;
  /** What a program's token must be allowed to do; tokens cannot make a call without one. */
  scope?: TokenScope;
  /** Also for an administrator who must set up a second factor first. */
  beforeSecondFactor?: true;
  summary: string;
  input: RouteInput;
  output: z.ZodType;
  /** Problems of its own, for the API reference. */
  problems?: readonly ProblemCode[];
  /** Topics that a read depends on, or that a write may change. */
  topics: readonly Topic[];
  /** A field of the body whose rows the handler reads one by one, so that a wrong row fails alone. */
  rowsIn?: string;
  /** How often one user may call it; for calls that a vendor bills or limits. */
  perMinute?: number;
  /** For requests that may be larger than usual. */
  maxBodyBytes?: number;
  /** A list: `?fields=` chooses the fields of its rows (see `list-fields.ts`). */
  list?: true;
  /** For the API reference; where it is left out, one is made of the schema. */
  example?: { body?: unknown; answer?: unknown };
  /** Media type of a response that is not JSON; the handler then writes it itself. */
  media?: string;
};

export type InputOf<E extends ApiRoute> = {
  [K in keyof E["input"]]: E["input"][K] extends z.ZodType ? z.infer<E["input"][K]> : never;
};
/** The input as the client sends it, before defaults are applied. */
export type RequestOf<E extends ApiRoute> = {
  [K in keyof E["input"]]: E["input"][K] extends z.ZodType ? z.input<E["input"][K]> : never;
};
export type OutputOf<E extends ApiRoute> = z.infer<E["output"]>;

export const apiRoute = <const E extends ApiRoute>(definition: E): E => definition;

import type * as z from "zod";
import type { Role } from "#domain/role.ts";
import type { Topic } from "#domain/topic.ts";

/** Who may call: anyone, or a signed-in person holding at least this role. */
export type RouteAccess = "public" | Role;

export type RouteInput = {
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
};

export type ApiRoute = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Parameters in braces, as OpenAPI writes them: /api/people/{id} */
  path: `/api/${string}`;
  access: RouteAccess;
  summary: string;
  input: RouteInput;
  output: z.ZodType;
  /** A read names what it depends on; a write names what it may change. */
  topics: readonly Topic[];
  /** Set when the answer is not JSON; the handler then writes the reply itself. */
  media?: string;
};

export type InputOf<E extends ApiRoute> = {
  [K in keyof E["input"]]: E["input"][K] extends z.ZodType ? z.infer<E["input"][K]> : never;
};
/** What a caller passes, before defaults are filled in. */
export type RequestOf<E extends ApiRoute> = {
  [K in keyof E["input"]]: E["input"][K] extends z.ZodType ? z.input<E["input"][K]> : never;
};
export type OutputOf<E extends ApiRoute> = z.infer<E["output"]>;

export const apiRoute = <const E extends ApiRoute>(definition: E): E => definition;

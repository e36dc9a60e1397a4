import type * as z from "zod";
import type { Role } from "#domain/role.ts";
import type { Topic } from "#domain/topic.ts";

/** Who may call: anyone, or a signed-in person holding at least this role. */
export type Access = "public" | Role;

export type Input = {
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
};

export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Parameters in braces, as OpenAPI writes them: /api/people/{id} */
  path: `/api/${string}`;
  access: Access;
  summary: string;
  input: Input;
  output: z.ZodType;
  /** A read names what it depends on; a write names what it may change. */
  topics: readonly Topic[];
  /** Set when the answer is not JSON; the handler then writes the reply itself. */
  media?: string;
};

export type InputOf<E extends Endpoint> = {
  [K in keyof E["input"]]: E["input"][K] extends z.ZodType ? z.infer<E["input"][K]> : never;
};
/** What a caller passes, before defaults are filled in. */
export type CallOf<E extends Endpoint> = {
  [K in keyof E["input"]]: E["input"][K] extends z.ZodType ? z.input<E["input"][K]> : never;
};
export type OutputOf<E extends Endpoint> = z.infer<E["output"]>;

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

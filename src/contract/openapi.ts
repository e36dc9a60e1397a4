import * as z from "zod";
import { levelOfRole, type Place } from "#domain/access/areas.ts";
import { tokenRefusals } from "#domain/api-access/token.ts";
import type { Language } from "#domain/language.ts";
import { webhookEventKinds } from "#domain/webhooks/event-kinds.ts";
import type { ApiRoute } from "./api-route.ts";
import { contract } from "./contract.ts";
import { listShape } from "./list-fields.ts";
import { exampleOf } from "./openapi-examples.ts";
import { type ProblemCode, problemBody, problems } from "./problems.ts";
import { summariesEs } from "./summaries-es.ts";

type Json = Record<string, unknown>;

/** Schemas with a name, which are listed once. */
const named: Record<string, Json> = {};

const toJsonSchema = (schema: z.ZodType, io: "input" | "output"): Json => {
  const text = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: "any" }));
  const {
    $schema: _,
    $defs,
    ...json
  } = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as Json & {
    $defs?: Record<string, Json>;
  };
  for (const [name, { id: _id, ...definition }] of Object.entries($defs ?? {})) named[name] = definition;
  return json;
};

/** Every list lets a program choose the fields of its rows. */
const fieldsParameter = (endpoint: ApiRoute): Json[] => {
  const shape = listShape(endpoint);
  if (!shape) return [];
  return [
    {
      name: "fields",
      in: "query",
      required: false,
      description: "The fields of each row, separated by commas. `id` is always there. All without it.",
      style: "form",
      explode: false,
      schema: { type: "array", items: { type: "string", enum: shape.fields } },
    },
  ];
};

/** Writes that a program may make take a key. */
const keyParameter = ({ scope, method }: ApiRoute): Json[] =>
  scope && method !== "GET"
    ? [
        {
          name: "Idempotency-Key",
          in: "header",
          required: false,
          description:
            "1 to 255 printable characters. A repetition with the same key gets the first answer for a day, with `Idempotency-Replayed: true`.",
          schema: { type: "string", minLength: 1, maxLength: 255 },
        },
      ]
    : [];

const rateHeaders: Json = Object.fromEntries(
  [
    ["RateLimit-Limit", "Requests of this kind that the token may make in a minute."],
    ["RateLimit-Remaining", "How many are left."],
    ["RateLimit-Reset", "Seconds until all of them are there again."],
  ].map(([name, description]) => [name, { description, schema: { type: "integer" } }]),
);

const toParameters = (endpoint: ApiRoute): Json[] => [
  ...inputParameters(endpoint),
  ...fieldsParameter(endpoint),
  ...keyParameter(endpoint),
];

const inputParameters = (endpoint: ApiRoute): Json[] =>
  (["params", "query"] as const).flatMap((part) => {
    const schema = endpoint.input[part];
    if (!schema) return [];
    const { properties = {}, required = [] } = toJsonSchema(schema, "input") as {
      properties?: Json;
      required?: string[];
    };
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: part === "params" ? "path" : "query",
      required: part === "params" || required.includes(name),
      schema: property,
    }));
  });

const tokenProblems = [...tokenRefusals, "token_unknown", "token_wrong_address", "too_many"] as const;
const keyProblems = ["invalid_key", "key_reused", "key_in_progress", "key_answer_lost"] as const;

/** Problems that a route can have by its access and input; those of its own handler come under `default`. */
const commonProblems = (endpoint: ApiRoute): ProblemCode[] => [
  ...(endpoint.input.query || endpoint.input.body || endpoint.list ? (["invalid"] as const) : []),
  ...(endpoint.input.body ? (["bad_json", "too_large", "unsupported_media"] as const) : []),
  ...(endpoint.access === "public" ? [] : (["unauthenticated", "forbidden"] as const)),
  ...(endpoint.access === "public" || endpoint.beforeSecondFactor
    ? []
    : (["second_factor_required"] as const)),
  ...(endpoint.method === "GET" ? [] : (["cross_site"] as const)),
  ...(endpoint.scope ? tokenProblems : []),
  ...(endpoint.scope && endpoint.method !== "GET" ? keyProblems : []),
  ...(endpoint.input.params ? (["not_found"] as const) : []),
  ...(endpoint.input.body && endpoint.input.params ? (["conflict"] as const) : []),
  ...(endpoint.problems ?? []),
  "internal",
  "unavailable",
  "too_slow",
];

const problemResponse = (codes: ProblemCode[], language: Language): Json => ({
  description: codes.map((code) => `${problems[code][language]} (\`${code}\`)`).join("; "),
  content: {
    "application/json": {
      schema: { $ref: "#/components/schemas/Problem" },
      examples: Object.fromEntries(
        codes.map((code) => [code, { value: { code, message: problems[code][language] } }]),
      ),
    },
  },
});

/** One response per status, with an example of each code. */
const errorResponses = (endpoint: ApiRoute, language: Language): Json => {
  const byStatus = Map.groupBy(new Set(commonProblems(endpoint)), (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, problemResponse(codes, language)]),
  );
};

/** What a role of the workspace's own needs. */
const placeText = ({ access, area }: Place): string =>
  area === "everyone" ? "any level" : `the level ${levelOfRole[access]} in ${[area].flat().join(" or ")}`;

/** What programs may call has an example of its request and of its answer. */
const withExample = (schema: Json, { scope }: ApiRoute, written: unknown): Json => ({
  schema,
  ...(scope ? { example: written ?? exampleOf(schema, named) } : {}),
});

const summaryOf = (operation: string, { summary }: ApiRoute, language: Language): string =>
  language === "es" ? (summariesEs[operation] ?? summary) : summary;

const toOperation = (resource: string, name: string, endpoint: ApiRoute, language: Language): Json => ({
  operationId: `${resource}.${name}`,
  tags: [resource],
  summary: summaryOf(`${resource}.${name}`, endpoint, language),
  ...(endpoint.scope ? { "x-scope": endpoint.scope } : {}),
  ...(endpoint.access === "public"
    ? { security: [] }
    : {
        description: `Needs the role ${endpoint.access}, one above it, or an own role with ${placeText(endpoint)}. ${
          endpoint.scope ? `A token needs the scope \`${endpoint.scope}\`.` : "Tokens cannot make this call."
        }`,
        security: [{ session: [] }, ...(endpoint.scope ? [{ token: [] }] : [])],
      }),
  parameters: toParameters(endpoint),
  ...(endpoint.input.body
    ? {
        requestBody: {
          required: true,
          content: {
            "application/json": withExample(
              toJsonSchema(endpoint.input.body, "input"),
              endpoint,
              endpoint.example?.body,
            ),
          },
        },
      }
    : {}),
  responses: {
    200: {
      description: "Done",
      ...(endpoint.scope ? { headers: rateHeaders } : {}),
      content: {
        [endpoint.media ?? "application/json"]: withExample(
          toJsonSchema(endpoint.output, "output"),
          endpoint,
          endpoint.example?.answer,
        ),
      },
    },
    ...errorResponses(endpoint, language),
    default: {
      description: "Any other problem",
      content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
    },
  },
});

const webhookHeaders: Json[] = [
  ["webhook-id", "The id of the event, the same in every attempt: an event may arrive more than once."],
  ["webhook-timestamp", "Seconds since 1970, of this attempt."],
  ["webhook-signature", "`v1,` and the signature of id, timestamp and body; two of them after a rotation."],
].map(([name, description]) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
}));

/** The requests that subscriptions get. */
const outgoingEvents = (): Json =>
  Object.fromEntries(
    webhookEventKinds.map(({ type, data, example }) => [
      type,
      {
        post: {
          operationId: `event.${type}`,
          tags: ["webhooks"],
          summary: type,
          description:
            "Signed as Standard Webhooks say. Any 2xx accepts the event; anything else is tried again for three days. Events of a person arrive in order.",
          security: [],
          parameters: webhookHeaders,
          requestBody: {
            content: {
              "application/json": {
                schema: toJsonSchema(
                  z.object({
                    id: z.uuid(),
                    type: z.literal(type),
                    timestamp: z.iso.datetime(),
                    test: z.literal(true).optional(),
                    data,
                  }),
                  "output",
                ),
                example: {
                  id: "0199aaaa-0000-7000-8000-000000000009",
                  type,
                  timestamp: "2026-11-15T14:30:00.000Z",
                  data: example,
                },
              },
            },
          },
          responses: { "2XX": { description: "Accepted" }, 410: { description: "Pauses the subscription" } },
        },
      },
    ]),
  );

/**
 * The contract as OpenAPI 3.1. Without a public URL the server is the one that served the document. In Spanish, the
 * summaries of calls that programs may make and the messages of problems are.
 */
export const openApi = (version: string, publicUrl?: string, language: Language = "en"): Json => {
  const paths: Record<string, Json> = {};
  for (const [resource, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries<ApiRoute>(endpoints)) {
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: toOperation(resource, name, endpoint, language),
      };
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Faro",
      version,
      description: "Leads and customers over SMS, WhatsApp, voice and e-mail.",
    },
    servers: [{ url: publicUrl ?? "/" }],
    security: [{ session: [] }],
    paths,
    webhooks: outgoingEvents(),
    components: {
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: "faro_session",
          description: "Set by POST /api/auth/login; over https its name is __Host-faro_session.",
        },
        token: {
          type: "http",
          scheme: "bearer",
          description:
            "A token of a program, made under Settings or by POST /api/tokens. Writes may carry an Idempotency-Key: the same key gets the first answer again for a day.",
        },
      },
      schemas: { Problem: toJsonSchema(problemBody, "output"), ...named },
    },
  };
};

import * as z from "zod";
import type { ApiRoute } from "./api-route.ts";
import { contract } from "./contract.ts";
import { problemBody } from "./problems.ts";

type Json = Record<string, unknown>;

const toJsonSchema = (schema: z.ZodType, io: "input" | "output"): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  return json;
};

const toParameters = (endpoint: ApiRoute): Json[] =>
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

const problem = { content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } } };

const toOperation = (resource: string, name: string, endpoint: ApiRoute): Json => ({
  operationId: `${resource}.${name}`,
  tags: [resource],
  summary: endpoint.summary,
  ...(endpoint.access === "public"
    ? { security: [] }
    : { description: `Needs the role ${endpoint.access}, or one above it.` }),
  parameters: toParameters(endpoint),
  ...(endpoint.input.body
    ? {
        requestBody: {
          required: true,
          content: { "application/json": { schema: toJsonSchema(endpoint.input.body, "input") } },
        },
      }
    : {}),
  responses: {
    200: {
      description: "Done",
      content: {
        [endpoint.media ?? "application/json"]: { schema: toJsonSchema(endpoint.output, "output") },
      },
    },
    default: { description: "Refused", ...problem },
  },
});

/** The contract as OpenAPI 3.1. */
export const openApi = (version: string): Json => {
  const paths: Record<string, Json> = {};
  for (const [resource, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries<ApiRoute>(endpoints)) {
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: toOperation(resource, name, endpoint),
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
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: "faro_session",
          description: "Set by POST /api/auth/login; over https its name is __Host-faro_session.",
        },
      },
      schemas: { Problem: toJsonSchema(problemBody, "output") },
    },
  };
};

import { queryOptions } from "@tanstack/react-query";

/** What the page shows of the OpenAPI document. */
export type ReferenceParameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: { type?: string; enum?: unknown[]; default?: unknown; items?: { enum?: string[] } };
};
type Content = { content?: { "application/json"?: { example?: unknown } } };
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  "x-scope"?: string;
  parameters: ReferenceParameter[];
  requestBody?: Content;
  responses: Record<string, Content & { description: string }>;
};
type OpenApiDocument = { paths: Record<string, Record<string, Operation>> };

export type ReferenceCall = {
  id: string;
  resource: string;
  name: string;
  method: string;
  path: string;
  scope: string;
  summary: string;
  parameters: ReferenceParameter[];
  /** Undefined for a call without a body. */
  body: unknown;
  answer: unknown;
  errors: { status: string; description: string }[];
};

const exampleOf = ({ content }: Content): unknown => content?.["application/json"]?.example;

const toCalls = ({ paths }: OpenApiDocument): ReferenceCall[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const { operationId, summary, parameters, requestBody, responses } = operation;
      const [resource = "", name = ""] = operationId.split(".");
      const scope = operation["x-scope"];
      if (scope === undefined) return [];
      return [
        {
          id: operationId,
          resource,
          name,
          method: method.toUpperCase(),
          path,
          scope,
          summary,
          parameters,
          body: requestBody && exampleOf(requestBody),
          answer: exampleOf(responses["200"] ?? {}),
          errors: Object.entries(responses)
            .filter(([status]) => /^[45]/.test(status))
            .map(([status, { description }]) => ({ status, description })),
        },
      ];
    }),
  );

/** The calls that a token may make, in the user's language. The document changes only with the product. */
export const referenceQuery = (language: string) =>
  queryOptions({
    queryKey: ["openapi", language],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<ReferenceCall[]> => {
      const response = await fetch(`/api/openapi.json?language=${language}`, { signal });
      if (!response.ok) throw new Error(`The reference answered ${response.status}`);
      return toCalls((await response.json()) as OpenApiDocument);
    },
  });

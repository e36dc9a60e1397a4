import { describe, expect, test } from "vitest";
import type { ApiRoute } from "./api-route.ts";
import { contract } from "./contract.ts";
import { openApi } from "./openapi.ts";
import { summariesEs } from "./summaries-es.ts";

const open = Object.entries(contract).flatMap(([resource, group]) =>
  Object.entries<ApiRoute>(group).flatMap(([name, route]) =>
    route.scope ? [{ name: `${resource}.${name}`, route }] : [],
  ),
);
type Content = { example?: unknown };
type Operation = {
  parameters: { name: string }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { headers?: object; content?: Record<string, Content> }>;
};
const document = openApi("1.0.0") as { paths: Record<string, Record<string, Operation>> };
const operationOf = ({ path, method }: ApiRoute): Operation => {
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not described`);
  return operation;
};

describe("what programs may call", () => {
  test("has a Spanish summary", () => {
    expect(Object.keys(summariesEs).sort()).toEqual(open.map(({ name }) => name).sort());
  });

  test.each(open)("$name has an example of its request that the contract accepts", ({ route }) => {
    if (!route.input.body) return;
    const example = operationOf(route).requestBody?.content["application/json"]?.example;
    const parsed = route.input.body.safeParse(example);
    expect(parsed.error?.issues ?? []).toEqual([]);
  });

  test.each(open)("$name has an example of its answer that the contract accepts", ({ route }) => {
    const example = operationOf(route).responses[200]?.content?.["application/json"]?.example;
    const parsed = route.output.safeParse(example);
    expect(parsed.error?.issues ?? []).toEqual([]);
  });

  test.each(open)("$name says its limits, and how a write is repeated", ({ route }) => {
    const { parameters, responses } = operationOf(route);
    expect(Object.keys(responses[200]?.headers ?? {})).toContain("RateLimit-Remaining");
    expect(Object.keys(responses)).toContain("429");
    const hasKey = parameters.some(({ name }) => name === "Idempotency-Key");
    expect(hasKey).toBe(route.method !== "GET");
    expect(parameters.some(({ name }) => name === "fields")).toBe(route.list === true);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiRoute } from "#contract/api-route.ts";
import { contract } from "#contract/contract.ts";
import { startTestFaro, type TestFaro } from "./faro.ts";

let faro: TestFaro;
beforeAll(async () => {
  faro = await startTestFaro({ FARO_METRICS_TOKEN: "a-long-enough-token" });
});
afterAll(() => faro.stop());

describe("documentation and metrics", () => {
  test("OpenAPI lists every endpoint of the contract", async () => {
    const { body } = await faro.visitor().send("GET", "/api/openapi.json");
    expect(body.openapi).toBe("3.1.0");
    for (const group of Object.values(contract)) {
      for (const { path, method, summary } of Object.values<ApiRoute>(group)) {
        expect(body.paths[path][method.toLowerCase()].summary).toBe(summary);
      }
    }
  });

  test("OpenAPI names the server and the errors of each endpoint", async () => {
    const { body } = await faro.visitor().send("GET", "/api/openapi.json");
    expect(body.servers).toEqual([{ url: "/" }]);
    const update = body.paths["/api/users/{id}"].put.responses;
    expect(Object.keys(update)).toEqual(
      expect.arrayContaining(["200", "400", "401", "403", "404", "409", "429", "503", "default"]),
    );
    expect(update[409].content["application/json"].examples).toMatchObject({
      conflict: { value: { code: "conflict" } },
      last_admin: { value: { code: "last_admin" } },
    });
    expect(update[409].content["application/json"].schema.$ref).toBe("#/components/schemas/Problem");
    const login = body.paths["/api/auth/login"].post.responses;
    expect(Object.keys(login[401].content["application/json"].examples)).toEqual([
      "wrong_credentials",
      "second_factor_needed",
    ]);
    expect(login[401].content["application/json"].examples).not.toHaveProperty("unauthenticated");
    for (const operation of Object.values<Record<string, { responses: object }>>(body.paths).flatMap((path) =>
      Object.values(path),
    ))
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(["500", "503"]));
  });

  test("OpenAPI names the public URL when there is one", async () => {
    const published = await startTestFaro({ FARO_PUBLIC_URL: "https://faro.example.com" });
    const { body } = await published.visitor().send("GET", "/api/openapi.json");
    await published.stop();
    expect(body.servers).toEqual([{ url: "https://faro.example.com" }]);
  });

  test("the documentation page has a policy that allows only its own script", async () => {
    const { status, headers, body } = await faro.visitor().send("GET", "/api/docs/");
    expect(status).toBe(200);
    expect(body).toContain("Faro API");
    expect(headers.get("content-security-policy")).toMatch(/script-src 'self' 'sha256-/);
    expect(headers.get("content-security-policy")).not.toMatch(/script-src[^;]*unsafe/);
  });

  test("metrics are served to this machine or with the token", async () => {
    const visitor = faro.visitor();
    const here = await visitor.send("GET", "/metrics");
    expect(here.body).toContain("faro_http_request_seconds");
    const elsewhere = { "x-forwarded-for": "203.0.113.5" };
    expect((await visitor.send("GET", "/metrics", undefined, elsewhere)).status).toBe(404);
    const pretending = { "x-forwarded-for": "127.0.0.1" };
    expect((await visitor.send("GET", "/metrics", undefined, pretending)).status).toBe(404);
    const token = { ...elsewhere, authorization: "Bearer a-long-enough-token" };
    expect((await visitor.send("GET", "/metrics", undefined, token)).status).toBe(200);
  });

  test.each(["/api/nothing", "/hooks/unknown", "/api/users/../../etc/passwd", "/%00", "/api/%E0%A4%A"])(
    "%s is not found and shows no stack",
    async (path) => {
      const { status, body } = await faro.visitor().send("GET", path);
      expect([200, 404]).toContain(status);
      expect(JSON.stringify(body)).not.toMatch(/node_modules|root:/);
    },
  );
});

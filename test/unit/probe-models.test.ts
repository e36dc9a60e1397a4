import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSandbox } from "#sandbox/sandbox.ts";
import type { AiSettings } from "#server/connectors/ai-vendor.ts";
import { compatible } from "#server/connectors/compatible.ts";
import { probeModels } from "#server/connectors/probe-models.ts";
import { createVendorContext } from "#server/connectors/vendor-context.ts";
import { createEgress } from "#server/egress/egress.ts";

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  sandbox = await startSandbox({});
});
afterAll(() => sandbox.stop());

const probeAt = async (settings: AiSettings, allowed: string[]) => {
  const egress = createEgress({ allowed });
  const options = { egress, sandboxUrl: undefined, vendorBase: undefined };
  const context = createVendorContext(options, compatible, "live", settings as never, () => {});
  try {
    return await probeModels(context);
  } finally {
    await egress.close();
  }
};
/** The real way to a server: by its address, which the configuration names. */
const probe = (settings: AiSettings) =>
  probeAt({ baseUrl: `${sandbox.url}/compatible/v1`, ...settings }, [new URL(sandbox.url).host]);

describe("the test of a server of one's own", () => {
  test("lists its models, and asks for one when none is chosen", async () => {
    const { result, found } = await probe({});
    expect(result).toMatchObject({ ok: true, message: { en: expect.stringContaining("Enter a model") } });
    expect(found).toMatchObject({ model: null, abilities: null });
    expect(found?.models).toContain("llama-4-8b");
  });

  test.each([
    ["llama-4-8b", { streams: true, json: "schema", takesEffort: true }],
    ["json-mode-8b", { streams: true, json: "object", takesEffort: true }],
    ["plain-8b", { streams: false, json: "instructions", takesEffort: false }],
    ["azure-gpt", { streams: true, json: "schema", tokenLimit: "max_completion_tokens" }],
    ["thinking-8b", { streams: true, json: "schema", takesEffort: false }],
  ])("finds out what %s can do", async (model, abilities) => {
    const { result, found } = await probe({ model });
    expect(result.message.en).toBe("Connected");
    expect(found).toMatchObject({ model, abilities: { returnsJson: true, ...abilities } });
  });

  test("says when a model does not answer in JSON", async () => {
    const { result, found } = await probe({ model: "llama-4-8b-broken-json" });
    expect(result).toMatchObject({
      ok: true,
      message: { en: expect.stringContaining("JSON"), es: expect.stringContaining("JSON") },
    });
    expect(found?.abilities).toMatchObject({ returnsJson: false, json: "instructions", streams: true });
  });

  test.each([
    [{ model: "llama-4-8b", apiKey: "bad-key" }, "Incorrect API key provided"],
    [{ model: "unknown-8b" }, "The model `unknown-8b` does not exist."],
    [{ model: "llama-4-8b-overloaded" }, "The server is overloaded"],
  ])("fails in the server's words: %j", async (settings, message) => {
    expect((await probe(settings)).result).toEqual({ ok: false, message: { en: message, es: message } });
  });

  test("reaches both kinds of Azure's addresses", async () => {
    // The simulator asks for Azure's header and version where Azure does; the host decides that they are sent.
    const seen: { url: string; headers: Record<string, string> }[] = [];
    const context = {
      settings: { baseUrl: "", model: "azure-gpt", apiKey: "k" } as AiSettings,
      send: async (request: {
        path: string;
        headers?: Record<string, string>;
        method?: string;
        body?: unknown;
      }) => {
        seen.push({ url: request.path, headers: request.headers ?? {} });
        const response = await fetch(`${sandbox.url}/compatible${request.path}`, {
          method: request.method ?? "GET",
          headers: request.headers ?? {},
          ...(request.body === undefined ? {} : { body: String(request.body) }),
        });
        return {
          ok: true as const,
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body: Buffer.from(await response.arrayBuffer()),
        };
      },
    };
    for (const path of ["/openai/v1", "/openai/deployments/gpt"]) {
      context.settings = { ...context.settings, baseUrl: `https://sol.openai.azure.com${path}` };
      const { result, found } = await probeModels(context);
      expect(result.message.en).toBe("Connected");
      expect(found?.abilities?.tokenLimit).toBe("max_completion_tokens");
    }
    expect(seen.every(({ headers }) => headers["api-key"] === "k" && !("authorization" in headers))).toBe(
      true,
    );
    expect(seen.map(({ url }) => url)).toContain("/openai/v1/chat/completions");
    expect(seen.at(-1)?.url).toBe("/openai/deployments/gpt/chat/completions?api-version=2024-10-21");
  });

  test("refuses a private host that the configuration does not name, and says how to name it", async () => {
    const { host } = new URL(sandbox.url);
    const { result, found } = await probeAt({ baseUrl: `${sandbox.url}/compatible/v1` }, []);
    expect(found).toBeUndefined();
    expect(result.ok).toBe(false);
    expect(result.message.en).toContain(`FARO_EGRESS_ALLOW=${host}`);
    expect(result.message.es).toContain(`FARO_EGRESS_ALLOW=${host}`);
    expect(result.message.es).toMatch(/no está permitido/);
  });

  test("refuses a public host without TLS unless the configuration names it", async () => {
    const { result } = await probeAt({ baseUrl: "http://93.184.216.34/v1" }, []);
    expect(result.message.en).toMatch(/without https/);
  });
});

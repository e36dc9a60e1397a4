import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "#sandbox/sandbox.ts";
import { type AnyConnector, connectionShape, settingsForm } from "#server/connectors/connector.ts";
import { connectors, findConnector } from "#server/connectors/connectors.ts";
import { resolveConnection } from "#server/connectors/resolve-connection.ts";
import { createVendorContext, type MeteredRequest } from "#server/connectors/vendor-context.ts";
import { createEgress, type Egress } from "#server/egress/egress.ts";

let sandbox: Sandbox;
let egress: Egress;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  egress = createEgress({ sandboxUrls: [sandbox.url] });
});
afterAll(async () => {
  await egress.close();
  await sandbox.stop();
});

type Variant = { name: string; connector: AnyConnector; settings: Record<string, unknown> };
const variantsOf = (connector: AnyConnector): Variant[] => {
  const variant = (name: string, more = {}): Variant => ({
    name,
    connector,
    settings: { ...connector.sample, ...more },
  });
  if (connector.id === "maps")
    return ["google", "mapbox"].map((provider) => variant(`maps by ${provider}`, { provider }));
  if (connector.id === "whatsapp") {
    return [
      variant("whatsapp by Meta"),
      variant("whatsapp by 360dialog", { baseUrl: "https://waba-v2.360dialog.io" }),
      variant("whatsapp by WATI", { baseUrl: "https://live-mt-server.wati.io/1234" }),
    ];
  }
  return [variant(connector.id)];
};
const variants = connectors.flatMap(variantsOf);

/** The sample's credentials with a word that selects the simulator's behaviour. */
const saying = ({ connector, settings }: Variant, word: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(settings).map(([field, value]) =>
      connectionShape(connector.settings).secrets.includes(field)
        ? [field, String(value).replace("sandbox", word)]
        : [field, value],
    ),
  );

const testWith = async ({ connector }: Variant, settings: Record<string, unknown>, timeoutMs = 10_000) => {
  const made: MeteredRequest[] = [];
  const parsed = connector.settings.parse(settings);
  const ways = { egress, sandboxUrl: undefined, vendorBase: sandbox.url, timeoutMs };
  const context = createVendorContext(ways, connector, "live", parsed as never, (one) => void made.push(one));
  return { ...(await connector.test(context)), made };
};

describe.each(variants)("$name", (variant) => {
  test("connects with valid credentials and returns a message", async () => {
    const { ok, message, made } = await testWith(variant, variant.settings);
    expect({ ok, message }).toMatchObject({ ok: true });
    expect(message.en).not.toBe("");
    expect(message.es).not.toBe("");
    expect(made.length).toBeGreaterThan(0);
    expect(made.every((one) => one.ok && one.service === variant.connector.id)).toBe(true);
  });

  test("returns the vendor's message about invalid credentials", async () => {
    const { ok, message } = await testWith(variant, saying(variant, "bad"));
    expect(ok).toBe(false);
    expect(message.en).not.toMatch(/unexpected|not JSON/);
    expect(message.en.length).toBeGreaterThan(3);
  });

  test("detects an error inside a successful response", async () => {
    expect(await testWith(variant, saying(variant, "lies"))).toMatchObject({ ok: false });
  });

  test("reports rate limiting", async () => {
    const { ok, message } = await testWith(variant, saying(variant, "rate"));
    expect(ok).toBe(false);
    expect(message.en).not.toMatch(/unexpected/);
  });

  test.each([
    ["html", /web page instead of data/],
    ["huge", /more data than expected/],
    ["never", /did not answer in time/],
  ])("reports a response that is %s in one sentence", async (word, sentence) => {
    const { ok, message } = await testWith(variant, saying(variant, word), word === "never" ? 300 : 10_000);
    expect(ok).toBe(false);
    expect(message.en).toMatch(sentence);
    expect(message.es).not.toBe(message.en);
    expect(message.en).not.toContain("<");
  });
});

describe("the list of connectors", () => {
  test.each(connectors)("$id has a form, write-only secrets and a valid sample", (one) => {
    expect(settingsForm(one.settings)).toMatchObject({ type: "object" });
    expect(connectionShape(one.settings).secrets.length).toBeGreaterThan(0);
    const parsed = one.settings.safeParse(one.sample);
    expect(parsed.success).toBe(true);
    expect(new URL(one.baseUrl(parsed.data as never)).protocol).toBe("https:");
  });

  test("OpenStreetMap needs no key", async () => {
    const connector = findConnector("maps") as AnyConnector;
    const variant = { name: "osm", connector, settings: { provider: "osm" } };
    expect(await testWith(variant, variant.settings)).toMatchObject({ ok: true });
    expect(resolveConnection(connector, undefined, { provider: "osm" }, false)).toMatchObject({
      ok: true,
      mode: "live",
    });
    expect(resolveConnection(connector, undefined, { provider: "google" }, false)).toMatchObject({
      code: "not_configured",
    });
  });

  test("LinkedIn credentials without the OAuth flow count as valid", async () => {
    const [variant] = variantsOf(findConnector("linkedin") as AnyConnector);
    if (!variant) throw new Error("no LinkedIn");
    const { ok, message } = await testWith(variant, saying(variant, "denied"));
    expect({ ok, message: message.en }).toEqual({
      ok: true,
      message: "Credentials accepted, flow not enabled",
    });
  });

  test("reports a Google key restricted to browsers as restricted", async () => {
    const [variant] = variantsOf(findConnector("maps") as AnyConnector);
    if (!variant) throw new Error("no maps");
    const { ok, message } = await testWith(variant, saying(variant, "referer"));
    expect(ok).toBe(false);
    expect(message.en).toMatch(/^The key is restricted to browsers/);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "#sandbox/sandbox.ts";
import { vendors } from "#sandbox/vendors.ts";
import { keylessVendors, vendorChecks } from "./vendor-checks.ts";
import { readResponse, sendVendorRequest, type VendorRequest } from "./vendor-requests.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(() => sandbox.stop());

const send = (vendor: string, request: VendorRequest) => sendVendorRequest(sandbox.url, vendor, request);

test("covers every vendor of the list", () => {
  const checked = [...vendorChecks, ...keylessVendors].map(({ vendor }) => vendor);
  expect(vendors.map(({ id }) => id).filter((id) => !checked.includes(id))).toEqual([]);
});

describe.each(
  vendorChecks.map((check) => ({ ...check, name: `${check.vendor} ${check.request("good-1").path}` })),
)("$name", ({ vendor, request, accepted, rejected }) => {
  test("accepts a valid credential with the documented response", async () => {
    expect(await readResponse(await send(vendor, request("good-1")))).toEqual(accepted);
  });

  test("rejects a bad credential with the vendor's own error", async () => {
    expect(await readResponse(await send(vendor, request("a-bad-one")))).toEqual(rejected);
  });

  test("rejects a request without a credential", async () => {
    const response = await readResponse(await send(vendor, request(undefined)));
    expect(response).not.toEqual(accepted);
    // A vendor that reports a wrong credential with status 200 reports a missing one the same way.
    expect(rejected.status === 200 || response.status >= 400).toBe(true);
  });

  test("sends Retry-After with a rate limit", async () => {
    const response = await send(vendor, request("rate"));
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    await response.text();
  });

  test("can report an error with status 200", async () => {
    const response = await readResponse(await send(vendor, request("lies")));
    expect(response.status).toBe(200);
    expect(response).not.toEqual(accepted);
  });

  test("can respond with a gateway's error page", async () => {
    const response = await send(vendor, request("html"));
    expect([response.status, response.headers.get("content-type")]).toEqual([502, "text/html"]);
    expect(await response.text()).toContain("<h1>502 Bad Gateway</h1>");
  });
});

test.each(keylessVendors)(
  "$vendor accepts an identifying user agent and rejects a missing one",
  async (check) => {
    const { vendor, path, agent, body } = check;
    expect(await readResponse(await send(vendor, { path, headers: { "user-agent": agent } }))).toEqual({
      status: 200,
      body,
    });
    expect((await send(vendor, { path })).status).toBe(403);
  },
);

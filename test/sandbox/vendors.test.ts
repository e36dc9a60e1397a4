import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "#sandbox/sandbox.ts";
import { vendors } from "#sandbox/vendors.ts";
import { keylessVendors, vendorChecks } from "./vendor-checks.ts";
import { sendVendorRequest as askAt, readResponse, type VendorRequest } from "./vendor-requests.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(() => sandbox.stop());

const ask = (vendor: string, call: VendorRequest) => askAt(sandbox.url, vendor, call);

test("every vendor of the list is checked", () => {
  const checked = [...vendorChecks, ...keylessVendors].map(({ vendor }) => vendor);
  expect(vendors.map(({ id }) => id).filter((id) => !checked.includes(id))).toEqual([]);
});

describe.each(
  vendorChecks.map((check) => ({ ...check, name: `${check.vendor} ${check.call("good-1").path}` })),
)("$name", ({ vendor, call, good, bad }) => {
  test("answers a good credential as documented", async () => {
    expect(await readResponse(await ask(vendor, call("good-1")))).toEqual(good);
  });

  test("turns a bad one away in its own words", async () => {
    expect(await readResponse(await ask(vendor, call("a-bad-one")))).toEqual(bad);
  });

  test("turns away whoever brings none", async () => {
    const answer = await readResponse(await ask(vendor, call(undefined)));
    expect(answer).not.toEqual(good);
    // Where a wrong credential is told inside a success, so is a missing one.
    expect(bad.status === 200 || answer.status >= 400).toBe(true);
  });

  test("says when to come back once it is asked too often", async () => {
    const answer = await ask(vendor, call("rate"));
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    await answer.text();
  });

  test("can lie: success outside, an error within", async () => {
    const answer = await readResponse(await ask(vendor, call("lies")));
    expect(answer.status).toBe(200);
    expect(answer).not.toEqual(good);
  });

  test("can be replaced by the page of a gateway", async () => {
    const answer = await ask(vendor, call("html"));
    expect([answer.status, answer.headers.get("content-type")]).toEqual([502, "text/html"]);
    expect(await answer.text()).toContain("<h1>502 Bad Gateway</h1>");
  });
});

test.each(keylessVendors)("$vendor answers callers that say who they are, and nobody else", async (check) => {
  const { vendor, path, agent, body } = check;
  expect(await readResponse(await ask(vendor, { path, headers: { "user-agent": agent } }))).toEqual({
    status: 200,
    body,
  });
  expect((await ask(vendor, { path })).status).toBe(403);
});

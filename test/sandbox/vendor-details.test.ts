import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "#sandbox/sandbox.ts";
import {
  sendVendorRequest as askAt,
  basicHeader,
  bearerHeader,
  readResponse,
  signAssertion,
  testAccountSid,
  type VendorRequest,
} from "./vendor-requests.ts";

const has = (part: Record<string, unknown>): unknown => expect.objectContaining(part);

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(() => sandbox.stop());

const ask = (vendor: string, call: VendorRequest) => askAt(sandbox.url, vendor, call);

describe("a token that is exchanged first", () => {
  test("opens Salesforce at the address it came with, and no other token does", async () => {
    const { body } = await readResponse(
      await ask("salesforce", {
        path: "/services/oauth2/token",
        form: { grant_type: "client_credentials", client_id: "a", client_secret: "b" },
      }),
    );
    expect(body.instance_url).toBe(`${sandbox.url}/salesforce`);
    const path = "/services/data/v60.0/limits";
    expect((await ask("salesforce", { path, headers: bearerHeader(body.access_token) })).status).toBe(200);
    expect(await readResponse(await ask("salesforce", { path, headers: bearerHeader("b") }))).toEqual({
      status: 401,
      body: [{ message: "Session expired or invalid", errorCode: "INVALID_SESSION_ID" }],
    });
  });

  test("opens Zoho under its own scheme only", async () => {
    const { body } = await readResponse(
      await ask("zoho", {
        path: "/oauth/v2/token?grant_type=refresh_token&refresh_token=a&client_id=b&client_secret=c",
        form: {},
      }),
    );
    const path = "/crm/v8/users?type=CurrentUser";
    const authorization = `Zoho-oauthtoken ${body.access_token}`;
    expect((await ask("zoho", { path, headers: { authorization } })).status).toBe(200);
    expect(await readResponse(await ask("zoho", { path, headers: bearerHeader(body.access_token) }))).toEqual(
      {
        status: 401,
        body: has({ code: "INVALID_TOKEN" }),
      },
    );
  });

  test("opens a Google sheet that is shared, and not one that is not", async () => {
    const { body } = await readResponse(
      await ask("google-sheets", {
        path: "/token",
        form: {
          grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
          assertion: signAssertion("faro@example.com"),
        },
      }),
    );
    const open = (id: string, token: string) =>
      ask("google-sheets", {
        path: `/v4/spreadsheets/${id}?fields=properties.title`,
        headers: bearerHeader(token),
      }).then(readResponse);
    expect(await open("1abc", body.access_token)).toEqual({
      status: 200,
      body: { properties: { title: "Faro sandbox leads" } },
    });
    expect((await open("bad", body.access_token)).status).toBe(403);
    expect((await open("1abc", "made-up")).status).toBe(401);
  });
});

describe("single vendors", () => {
  test("Twilio's account owns two numbers, a page at a time", async () => {
    const path = `/2010-04-01/Accounts/${testAccountSid}/IncomingPhoneNumbers.json`;
    const all = await readResponse(await ask("twilio", { path, headers: basicHeader(testAccountSid, "t") }));
    const numbers = all.body.incoming_phone_numbers.map((one: any) => one.phone_number);
    expect(numbers).toEqual(["+17875550100", "+19395550100"]);
    const first = await readResponse(
      await ask("twilio", { path: `${path}?PageSize=1`, headers: basicHeader(testAccountSid, "t") }),
    );
    expect(first.body.incoming_phone_numbers).toHaveLength(1);
    const next = await readResponse(
      await ask("twilio", { path: first.body.next_page_uri, headers: basicHeader(testAccountSid, "t") }),
    );
    expect(next.body).toMatchObject({
      incoming_phone_numbers: [{ phone_number: "+19395550100" }],
      next_page_uri: null,
    });
  });

  test("Twilio tells the balance, and shows an account only to itself", async () => {
    const path = `/2010-04-01/Accounts/${testAccountSid}/Balance.json`;
    expect(
      await readResponse(await ask("twilio", { path, headers: basicHeader(testAccountSid, "t") })),
    ).toEqual({
      status: 200,
      body: { account_sid: testAccountSid, balance: "48.2715", currency: "USD" },
    });
    expect((await ask("twilio", { path, headers: basicHeader("AC1", "t") })).status).toBe(401);
  });

  test("Slack's silent probe tells a live hook from a dead one", async () => {
    const probe = (secret: string) =>
      ask("slack", { path: `/services/T/B/${secret}`, json: {} }).then(readResponse);
    expect(await probe("fine")).toEqual({ status: 400, body: "no_text" });
    expect(await probe("bad")).toEqual({ status: 404, body: "no_service" });
  });

  test("LinkedIn knows credentials that are right for an app without the flow", async () => {
    const form = { grant_type: "client_credentials", client_id: "a", client_secret: "denied" };
    const answer = await readResponse(await ask("linkedin", { path: "/oauth/v2/accessToken", form }));
    expect(answer).toEqual({ status: 403, body: has({ error: "access_denied" }) });
  });

  test("Zoho names the credential that is wrong, always with success", async () => {
    const error = async (query: string) =>
      (
        await readResponse(
          await ask("zoho", { path: `/oauth/v2/token?grant_type=refresh_token&${query}`, form: {} }),
        )
      ).body.error;
    expect(await error("refresh_token=a&client_id=bad&client_secret=c")).toBe("invalid_client");
    expect(await error("refresh_token=a&client_id=b&client_secret=bad")).toBe("invalid_client_secret");
  });

  test("unknown paths are answered by the vendor, after its door", async () => {
    const path = "/v3/nothing";
    expect(await readResponse(await ask("asana", { path, headers: bearerHeader("a") }))).toEqual({
      status: 404,
      body: { errors: [has({ message: "No matching route for request" })] },
    });
    expect((await ask("asana", { path })).status).toBe(401);
  });

  test("maps find a town by name and say so when there is none", async () => {
    const found = await readResponse(
      await ask("osm", { path: "/search?q=Mayaguez&format=jsonv2", headers: { "user-agent": "Faro/1" } }),
    );
    expect(found.body[0]).toMatchObject({ lat: "18.2011", lon: "-67.1396" });
    const nowhere = await readResponse(
      await ask("google-maps", { path: "/maps/api/geocode/json?address=Xyzzy&key=k" }),
    );
    expect(nowhere.body).toEqual({ results: [], status: "ZERO_RESULTS" });
  });
});

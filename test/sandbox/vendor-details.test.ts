import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "#sandbox/sandbox.ts";
import {
  basicHeader,
  bearerHeader,
  readResponse,
  sendVendorRequest,
  signAssertion,
  testAccountSid,
  type VendorRequest,
} from "./vendor-requests.ts";

const objectWith = (part: Record<string, unknown>): unknown => expect.objectContaining(part);

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(() => sandbox.stop());

const send = (vendor: string, request: VendorRequest) => sendVendorRequest(sandbox.url, vendor, request);

describe("vendors with a token exchange", () => {
  test("Salesforce accepts only an issued token, at the instance URL", async () => {
    const { body } = await readResponse(
      await send("salesforce", {
        path: "/services/oauth2/token",
        form: { grant_type: "client_credentials", client_id: "a", client_secret: "b" },
      }),
    );
    expect(body.instance_url).toBe(`${sandbox.url}/salesforce`);
    const path = "/services/data/v60.0/limits";
    expect((await send("salesforce", { path, headers: bearerHeader(body.access_token) })).status).toBe(200);
    expect(await readResponse(await send("salesforce", { path, headers: bearerHeader("b") }))).toEqual({
      status: 401,
      body: [{ message: "Session expired or invalid", errorCode: "INVALID_SESSION_ID" }],
    });
  });

  test("Zoho accepts an issued token under its own scheme only", async () => {
    const { body } = await readResponse(
      await send("zoho", {
        path: "/oauth/v2/token?grant_type=refresh_token&refresh_token=a&client_id=b&client_secret=c",
        form: {},
      }),
    );
    const path = "/crm/v8/users?type=CurrentUser";
    const authorization = `Zoho-oauthtoken ${body.access_token}`;
    expect((await send("zoho", { path, headers: { authorization } })).status).toBe(200);
    expect(
      await readResponse(await send("zoho", { path, headers: bearerHeader(body.access_token) })),
    ).toEqual({
      status: 401,
      body: objectWith({ code: "INVALID_TOKEN" }),
    });
  });

  test("Google Sheets accepts an issued token for a shared sheet only", async () => {
    const { body } = await readResponse(
      await send("google-sheets", {
        path: "/token",
        form: {
          grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
          assertion: signAssertion("faro@example.com"),
        },
      }),
    );
    const open = (id: string, token: string) =>
      send("google-sheets", {
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

describe("vendor specifics", () => {
  test("Twilio lists the two numbers of the account in pages", async () => {
    const path = `/2010-04-01/Accounts/${testAccountSid}/IncomingPhoneNumbers.json`;
    const all = await readResponse(await send("twilio", { path, headers: basicHeader(testAccountSid, "t") }));
    const numbers = all.body.incoming_phone_numbers.map((number: any) => number.phone_number);
    expect(numbers).toEqual(["+17875550100", "+19395550100"]);
    const first = await readResponse(
      await send("twilio", { path: `${path}?PageSize=1`, headers: basicHeader(testAccountSid, "t") }),
    );
    expect(first.body.incoming_phone_numbers).toHaveLength(1);
    const next = await readResponse(
      await send("twilio", { path: first.body.next_page_uri, headers: basicHeader(testAccountSid, "t") }),
    );
    expect(next.body).toMatchObject({
      incoming_phone_numbers: [{ phone_number: "+19395550100" }],
      next_page_uri: null,
    });
  });

  test("Twilio shows the balance only to the account itself", async () => {
    const path = `/2010-04-01/Accounts/${testAccountSid}/Balance.json`;
    expect(
      await readResponse(await send("twilio", { path, headers: basicHeader(testAccountSid, "t") })),
    ).toEqual({
      status: 200,
      body: { account_sid: testAccountSid, balance: "48.2715", currency: "USD" },
    });
    expect((await send("twilio", { path, headers: basicHeader("AC1", "t") })).status).toBe(401);
  });

  test("Slack distinguishes a valid hook from an invalid one without posting", async () => {
    const probe = (secret: string) =>
      send("slack", { path: `/services/T/B/${secret}`, json: {} }).then(readResponse);
    expect(await probe("fine")).toEqual({ status: 400, body: "no_text" });
    expect(await probe("bad")).toEqual({ status: 404, body: "no_service" });
  });

  test("LinkedIn denies valid credentials of an app without the flow", async () => {
    const form = { grant_type: "client_credentials", client_id: "a", client_secret: "denied" };
    const response = await readResponse(await send("linkedin", { path: "/oauth/v2/accessToken", form }));
    expect(response).toEqual({ status: 403, body: objectWith({ error: "access_denied" }) });
  });

  test("Zoho names the wrong credential with status 200", async () => {
    const error = async (query: string) =>
      (
        await readResponse(
          await send("zoho", { path: `/oauth/v2/token?grant_type=refresh_token&${query}`, form: {} }),
        )
      ).body.error;
    expect(await error("refresh_token=a&client_id=bad&client_secret=c")).toBe("invalid_client");
    expect(await error("refresh_token=a&client_id=b&client_secret=bad")).toBe("invalid_client_secret");
  });

  test("the vendor answers unknown paths, after authentication", async () => {
    const path = "/v3/nothing";
    expect(await readResponse(await send("asana", { path, headers: bearerHeader("a") }))).toEqual({
      status: 404,
      body: { errors: [objectWith({ message: "No matching route for request" })] },
    });
    expect((await send("asana", { path })).status).toBe(401);
  });

  test("geocoders find a town by name, or report no result", async () => {
    const match = await readResponse(
      await send("osm", { path: "/search?q=Mayaguez&format=jsonv2", headers: { "user-agent": "Faro/1" } }),
    );
    expect(match.body[0]).toMatchObject({ lat: "18.2011", lon: "-67.1396" });
    const noMatch = await readResponse(
      await send("google-maps", { path: "/maps/api/geocode/json?address=Xyzzy&key=k" }),
    );
    expect(noMatch.body).toEqual({ results: [], status: "ZERO_RESULTS" });
  });
});

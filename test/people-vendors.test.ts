import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Colleague, colleagues } from "./people-colleagues.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";
import { driveSync } from "./sync-driver.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro();
  const { publicKey, privateKey } = generateKeyPairSync("ed25519", {
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const saved = await faro.send("POST", "/api/integrations/gohighlevel", {
    privateIntegrationToken: "pit-own",
    locationId: "location1",
    webhookPublicKey: publicKey,
    requestsPerSecond: 1000,
  });
  expect(saved.status).toBe(200);
  await control({
    webhooks: { gohighlevel: `${faro.url}/hooks/sync/gohighlevel` },
    secrets: { gohighlevel: privateKey },
  });
});
afterAll(() => faro.stop());

const control = async (body: object) => {
  const { status } = await fetch(`${faro.sandboxUrl}/_control`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(status).toBe(200);
};
const person = async (email: string) =>
  (await faro.pool.query("SELECT * FROM people WHERE email = $1", [email])).rows[0];
const addPerson = async (input: object): Promise<string> => {
  const { status, body } = await faro.send("POST", "/api/people", input);
  expect([status, body]).toEqual([200, body]);
  return body.id;
};
const changePerson = async (id: string, input: object) =>
  expect((await faro.send("PUT", `/api/people/${id}`, input)).status).toBe(200);

/** People with addresses of their own in each test: an opt-out of an address stays for ever. */
let round = 0;
const invent = (firstName: string, lastName: string) => ({
  firstName,
  lastName,
  email: `${firstName.toLowerCase()}${round++}@example.com`,
});

type Service = keyof typeof colleagues;

describe.each(Object.keys(colleagues) as Service[])("with %s", (service) => {
  let colleague: Colleague;
  let sync: ReturnType<typeof driveSync>;
  const contact = async (email: string) => (await colleague.all()).find((one) => one.email === email);

  beforeEach(async () => {
    await control({ interrupt: null });
    colleague = await colleagues[service](faro.sandboxUrl);
    sync = driveSync(faro, service);
    await sync.clear();
    for (const { id } of await colleague.all()) await colleague.remove(id);
  });

  // Another vendor's sync would change the same people.
  afterAll(() => sync.clear());

  test("a colleague and Faro change the same people", async () => {
    const [ana, luis] = [invent("Ana", "Rivera"), invent("Luis", "Colón")];
    const anaThere = await colleague.create(ana);
    const luisHere = await addPerson(luis);
    const irisHere = await addPerson(invent("Iris", "Vega"));
    await sync.start();
    expect(await person(ana.email)).toMatchObject({ first_name: "Ana", last_name: "Rivera" });
    expect(await contact(luis.email)).toMatchObject(luis);
    expect(await colleague.all()).toHaveLength(3);

    await colleague.rename(anaThere, "Rivera Soto");
    await changePerson(luisHere, { lastName: "Colón Vega", phone: "+17875550148" });
    await sync.settle();
    expect((await person(ana.email)).last_name).toBe("Rivera Soto");
    expect(await contact(luis.email)).toMatchObject({ lastName: "Colón Vega", phone: "+17875550148" });

    // What was written is read again, and leads to nothing.
    const before = await sync.changes();
    expect(before.map(({ way, kind, state }) => `${way} ${kind} ${state}`).toSorted()).toEqual([
      "in added done",
      "in changed done",
      "out added done",
      "out added done",
      "out changed done",
    ]);
    await sync.settle();
    await sync.settle();
    expect(await sync.changes()).toEqual(before);

    // An opt-out counts on both sides, and neither side lifts it.
    await colleague.optOut(anaThere, true);
    await changePerson(luisHere, { consents: { email: false } });
    await sync.settle();
    expect((await person(ana.email)).consents).toMatchObject({ email: false });
    expect(await contact(luis.email)).toMatchObject({ isOptedOut: true });
    const { rows } = await faro.pool.query(
      "SELECT scope, state FROM suppressions WHERE source = 'sync' AND caused_by = $1",
      [(await person(ana.email)).id],
    );
    expect(rows).toEqual([{ scope: "email", state: "opted_out" }]);
    await colleague.optOut(anaThere, false);
    await sync.settle();
    expect((await person(ana.email)).consents).toMatchObject({ email: false });
    if (colleague.isPutBack) expect(await contact(ana.email)).toMatchObject({ isOptedOut: true });

    // Without being asked for: the vendor reports it.
    if (colleague.hasWebhook) {
      await colleague.rename(anaThere, "Rivera");
      await expect.poll(async () => (await person(ana.email)).last_name, { timeout: 180_000 }).toBe("Rivera");
      const forged = await faro.send("POST", `/hooks/sync/${service}?key=guess`, { meta: {} });
      expect(forged.status).toBe(401);
    }

    await colleague.remove(anaThere);
    expect((await faro.send("DELETE", `/api/people/${irisHere}`)).status).toBeLessThan(300);
    await sync.settle();
    await sync.settle();
    expect((await colleague.all()).map(({ email }) => email)).toEqual([luis.email]);
    const { id } = await person(ana.email);
    expect((await sync.changes()).find(({ kind, way }) => kind === "deleted" && way === "in")).toMatchObject({
      personId: id,
      reasons: { contact: "kept_here" },
    });
  });

  test("failures lose and double nothing; a refused sign-in pauses the sync", async () => {
    const [ana, luis] = [invent("Ana", "Rivera"), invent("Luis", "Colón")];
    const anaThere = await colleague.create(ana);
    const luisHere = await addPerson(luis);
    await control({ interrupt: { vendor: service, as: "html", skip: 2 } });
    await sync.start();
    for (const [turn, as] of ["rate-limited", "false-success", "cut"].entries()) {
      await colleague.rename(anaThere, `Rivera ${turn}`);
      await changePerson(luisHere, { lastName: `Colón ${turn}` });
      await control({ interrupt: { vendor: service, as, skip: turn } });
      await sync.settle();
      expect([as, (await person(ana.email)).last_name]).toEqual([as, `Rivera ${turn}`]);
      expect([as, (await contact(luis.email))?.lastName]).toEqual([as, `Colón ${turn}`]);
    }
    expect(await colleague.all()).toHaveLength(2);
    expect((await sync.changes()).filter(({ state }) => state !== "done")).toEqual([]);

    await control({ interrupt: { vendor: service, as: "unauthorized", times: 50 } });
    await sync.command("run");
    await sync.becomes({ phase: "live", state: "failed" });
    const { rows } = await faro.pool.query(
      "SELECT params FROM notifications WHERE kind = 'sync_paused' ORDER BY created_at DESC LIMIT 1",
    );
    expect(rows[0].params.name).toBe((await sync.read()).label);
    await control({ interrupt: null });
    await sync.command("resume");
    await colleague.rename(anaThere, "Rivera");
    await sync.settle();
    expect((await person(ana.email)).last_name).toBe("Rivera");
  });
});

test.each([
  ["zoho", "PUT", "/crm/v8/actions/watch"],
  ["airtable", "POST", "/refresh"],
])("the reports of %s are renewed before they end", async (service, method, path) => {
  const sync = driveSync(faro, service);
  await control({ interrupt: null });
  await sync.clear();
  await sync.start();
  expect(Date.parse((await sync.becomes({ reportsUntil: expect.any(String) })).reportsUntil)).toBeGreaterThan(
    Date.now(),
  );
  const renewals = async () =>
    (await faro.arrived(service)).filter((one) => one.method === method && one.path.endsWith(path)).length;
  const before = await renewals();
  await sync.settle();
  expect(await renewals()).toBe(before);
  await faro.pool.query(
    "UPDATE sync_connections SET subscription = jsonb_set(subscription, '{renewAt}', '0') WHERE service = $1",
    [service],
  );
  await sync.settle();
  expect(await renewals()).toBe(before + 1);
  // One that is gone at the vendor is asked for anew, and the sync goes on.
  await faro.pool.query(
    `UPDATE sync_connections SET subscription = subscription || '{"renewAt": 0, "id": "999"}' WHERE service = $1`,
    [service],
  );
  await sync.settle();
  expect((await sync.read()).state).toBe("running");
  await sync.clear();
});

test("GoHighLevel writes over no other contact that has the same number", async () => {
  const sync = driveSync(faro, "gohighlevel");
  const colleague = await colleagues.gohighlevel(faro.sandboxUrl);
  await control({ interrupt: null });
  await sync.clear();
  for (const { id } of await colleague.all()) await colleague.remove(id);
  const phone = "+17875550177";
  const headers = { authorization: "Bearer pit-colleague", version: "2021-07-28" };
  const post = async (path: string, body: object, method = "POST") => {
    const answer = await fetch(`${faro.sandboxUrl}/gohighlevel${path}`, {
      method,
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as any;
  };
  // A contact of a household, who wants no calls.
  const { contact } = await post("/contacts/", {
    locationId: "location1",
    firstName: "Carlos",
    lastName: "Soto",
    phone,
    dndSettings: { Call: { status: "active" } },
  });
  const luis = invent("Luis", "Colón");
  await sync.start({ createsHere: false });
  await addPerson({ ...luis, phone });
  await sync.settle();
  expect(await colleague.all()).toMatchObject([{ id: contact.id, firstName: "Carlos", lastName: "Soto" }]);
  expect((await sync.changes())[0]).toMatchObject({
    state: "refused",
    message: "GoHighLevel has another contact with this telephone number",
  });
  // Of the same person the contact is compared, and what it asked not to get stays when a channel is added.
  await post(`/contacts/${contact.id}`, { firstName: "Luis", lastName: "Colón" }, "PUT");
  await changePerson((await person(luis.email)).id, { consents: { email: false } });
  await sync.settle();
  expect(await colleague.all()).toMatchObject([
    {
      id: contact.id,
      email: luis.email,
      dndSettings: { Call: { status: "active" }, Email: { status: "active" } },
    },
  ]);
  expect((await person(luis.email)).consents).toMatchObject({ call: false, email: false });
  await sync.clear();
});

test("another list, table or sheet stops the sync", async () => {
  const sync = driveSync(faro, "airtable");
  await control({ interrupt: null });
  await sync.clear();
  const save = (baseId: string) =>
    faro.send("POST", "/api/integrations/airtable", {
      personalAccessToken: "pat-own",
      baseId,
      table: "People",
    });
  expect((await save("appSandbox0000001")).status).toBe(200);
  await sync.start();
  expect((await save("appOther000000001")).status).toBe(200);
  await sync.command("run");
  await sync.becomes({ state: "failed", problemKind: "account" });
  expect((await save("appSandbox0000001")).status).toBe(200);
  await sync.command("resume");
  await sync.becomes({ state: "running", problemKind: null });
  await sync.clear();
});

test("a text that looks like a formula stays a text in a sheet", async () => {
  const sync = driveSync(faro, "google-sheets");
  await control({ interrupt: null });
  await sync.clear();
  const lastName = '=HYPERLINK("https://example.com")';
  const luis = invent("Luis", lastName);
  await addPerson(luis);
  await sync.start();
  const colleague = await colleagues["google-sheets"](faro.sandboxUrl);
  expect((await colleague.all()).find(({ email }) => email === luis.email)).toMatchObject({ lastName });
  await sync.clear();
});

describe("a sign-in at the vendor", () => {
  /** Follows the browser to the vendor's page and back. */
  const connect = async (decision: "allow" | "deny") => {
    const { body } = await faro.send("POST", "/api/syncs/zoho/connect");
    const page = await fetch(`${body.url}&decision=${decision}`, { redirect: "manual" });
    const back = new URL(page.headers.get("location") ?? "");
    return { asked: new URL(body.url), back };
  };
  const returnTo = async (back: URL) => {
    const { headers } = await faro.send("GET", back.pathname + back.search);
    return headers.get("location");
  };
  const grants = async () => (await faro.pool.query("SELECT * FROM oauth_grants")).rows;

  test("grants access with PKCE, renews it, and pauses the sync once it is revoked", async () => {
    const sync = driveSync(faro, "zoho");
    await control({ interrupt: null, oauth: { tokenSeconds: 3600, isRevoked: false } });
    await sync.clear();
    expect((await faro.send("POST", "/api/syncs/zoho/connect")).status).toBe(409);
    const saved = await faro.send("POST", "/api/integrations/zoho", {
      dataCenter: "com",
      clientId: "1000.OWN",
      clientSecret: "own-secret",
    });
    expect(saved.status).toBe(200);
    expect((await sync.read()).oauth).toMatchObject({ state: "none", hasClient: true });

    const denied = await connect("deny");
    expect(await returnTo(denied.back)).toContain("oauth=refused");
    const { asked, back } = await connect("allow");
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      code_challenge_method: "S256",
      access_type: "offline",
      redirect_uri: `${faro.url}/oauth/callback`,
    });
    expect(await returnTo(back)).toContain("oauth=connected");
    // An answer counts once, and only with a state that was asked for.
    expect(await returnTo(back)).toContain("oauth=failed");
    const forged = new URL(back);
    forged.searchParams.set("state", "guess");
    expect(await returnTo(forged)).toContain("oauth=failed");
    const [grant] = await grants();
    expect(grant.access_token).not.toContain("1000.sandbox");
    expect((await sync.read()).oauth).toMatchObject({ state: "connected" });

    // Tokens that are about to expire: each is used for one refresh, although several want it.
    await control({ oauth: { tokenSeconds: 60 } });
    await faro.pool.query("UPDATE oauth_grants SET expires_at = now() + interval '1 minute'");
    // A test uses the token as it is; with another client it has none.
    const test = async (form: object) => (await faro.send("POST", "/api/test-connection/zoho", form)).body;
    expect(await test({})).toMatchObject({ success: true });
    expect(await test({ clientId: "1000.OTHER" })).toMatchObject({ success: false });
    expect(await grants()).toMatchObject([{ id: grant.id, access_token: grant.access_token }]);
    const reads = await Promise.all(
      Array.from({ length: 5 }, () => faro.send("POST", "/api/syncs/zoho/fields")),
    );
    expect(reads.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 200));
    expect((await grants())[0].access_token).not.toEqual(grant.access_token);
    await control({ oauth: { tokenSeconds: 3600 } });
    await sync.start();

    await control({ oauth: { isRevoked: true } });
    await sync.command("run");
    await sync.becomes({ state: "failed", oauth: { state: "revoked" } });
    expect((await grants())[0]).toMatchObject({ access_token: null, refresh_token: null });
    await control({ oauth: { isRevoked: false } });
    expect(await returnTo((await connect("allow")).back)).toContain("oauth=connected");
    await sync.command("resume");
    await sync.becomes({ state: "running", oauth: { state: "connected" } });

    expect((await faro.send("POST", "/api/syncs/zoho/disconnect")).body.oauth.state).toBe("none");
    expect(await grants()).toEqual([]);
    await sync.clear();
  });
});

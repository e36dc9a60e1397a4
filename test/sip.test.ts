import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import { openSipExtension } from "#server/store/workspace/sip-extensions.ts";
import { addKeyToFile, openKeyring } from "#server/vault/keyring.ts";
import { rewrapSecrets } from "#server/vault/rotate.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";
import { type Registrar, startSipRegistrar } from "./sip-registrar.ts";

const secret = "canary-9d2f-password";
let faro: TestFaro;
let admin: Visitor;
let viewer: Visitor;
let registrar: Registrar;
beforeAll(async () => {
  registrar = await startSipRegistrar({ password: secret });
  faro = await startTestFaro({
    FARO_EGRESS_ALLOW: "127.0.0.1",
    FARO_PUBLIC_URL: "https://faro.example.com",
  });
  admin = await faro.signedIn("admin");
  viewer = await faro.signedIn("viewer");
});
afterAll(async () => {
  await faro.stop();
  await registrar.stop();
});

const valid = () => ({
  label: "Front desk",
  sipDomain: "127.0.0.1",
  username: "1001",
  port: registrar.port,
  password: secret,
});
const path = "/api/sip-extensions";
const create = async (change: object = {}) =>
  (await admin.send("POST", path, { ...valid(), ...change })).body;
const newestAudit = async () => (await admin.send("GET", "/api/audit-logs?limit=1")).body[0];

describe("a SIP extension", () => {
  test("is added with the specified defaults, and its password never comes back", async () => {
    const { status, body } = await admin.send("POST", path, {
      label: "Reception",
      sipDomain: "pbx.example.com",
      username: "2001",
      password: secret,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ port: 5060, transport: "UDP", register: true, codecs: [] });
    expect(body.password).toBe("••••••••");
    for (const visitor of [admin, viewer]) {
      const list = await visitor.send("GET", path);
      expect(list.body).toContainEqual(expect.objectContaining({ id: body.id, password: "••••••••" }));
      expect(JSON.stringify(list.body)).not.toContain(secret);
    }
    const entry = await newestAudit();
    expect(entry).toMatchObject({
      entityType: "sip_extension",
      entityId: body.id,
      description: "Added the SIP extension “Reception”",
    });
    expect(JSON.stringify(entry)).not.toContain(secret);
    const spanish = await admin.send("GET", "/api/audit-logs?limit=1", undefined, {
      "accept-language": "es",
    });
    expect(spanish.body[0].description).toBe("Añadió la extensión SIP «Reception»");
    const { rows } = await faro.pool.query("SELECT password FROM sip_extensions WHERE id = $1", [body.id]);
    expect(rows[0].password).toMatch(/^v1\./);
  });

  test.each([
    [
      "sipDomain",
      "pbx\r\nX: 1",
      "Enter a value such as pbx.example.com",
      "Ingrese un valor como pbx.example.com",
    ],
    ["username", "10 01", "Enter a value such as 1001", "Ingrese un valor como 1001"],
    ["label", "a\nb", "Enter a value such as Front desk", "Ingrese un valor como Front desk"],
    ["port", 70_000, "Enter 65535 or less", "Ingrese 65535 o menos"],
    ["transport", "WS", "Choose one of: UDP, TCP, TLS", "Elija una opción: UDP, TCP, TLS"],
  ])("with an invalid %s is refused in the caller's language", async (field, value, english, spanish) => {
    for (const [language, message] of [
      ["en", english],
      ["es", spanish],
    ]) {
      const { status, body } = await admin.send(
        "POST",
        path,
        { ...valid(), [field]: value },
        {
          "accept-language": language ?? "",
        },
      );
      expect(status).toBe(400);
      expect(body.issues).toEqual([{ path: expect.stringContaining(field), message }]);
    }
  });

  test("keeps its password for its own server only", async () => {
    const { id } = await create();
    for (const change of [
      { sipDomain: "evil.example" },
      { port: 5999 },
      { transport: "TCP" },
      { username: "1002" },
    ]) {
      const refused = await admin.send("PUT", `${path}/${id}`, change, { "accept-language": "es" });
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({ code: "secret_required", issues: [{ path: "password" }] });
      expect(refused.body.issues[0].message).toMatch(/^Vuelva a ingresarlo/);
    }
    const renamed = await admin.send("PUT", `${path}/${id}`, { label: "Desk 1", password: "••••••••" });
    expect(renamed.body).toMatchObject({ label: "Desk 1", password: "••••••••" });
    const moved = await admin.send("PUT", `${path}/${id}`, {
      sipDomain: "pbx.example.com",
      password: "other",
    });
    expect(moved.body).toMatchObject({ sipDomain: "pbx.example.com", password: "••••••••" });
    const { rows } = await faro.pool.query(
      "SELECT metadata FROM audit_logs WHERE entity_id = $1 ORDER BY seq DESC LIMIT 1",
      [id],
    );
    expect(rows[0].metadata).toMatchObject({
      before: { sipDomain: "127.0.0.1" },
      after: { sipDomain: "pbx.example.com" },
      password: "set",
    });
    const cleared = await admin.send("PUT", `${path}/${id}`, { sipDomain: "127.0.0.1", password: null });
    expect(cleared.body).toMatchObject({ sipDomain: "127.0.0.1", password: null });
  });

  test("that another administrator changed is not overwritten", async () => {
    const { id, updatedAt } = await create();
    await admin.send("PUT", `${path}/${id}`, { label: "First", updatedAt });
    expect((await admin.send("PUT", `${path}/${id}`, { label: "Second", updatedAt })).status).toBe(409);
  });

  test("is tested with the stored password", async () => {
    const { id } = await create();
    const good = await admin.send("POST", `${path}/${id}/test`, {});
    expect(good.body).toMatchObject({
      ok: true,
      steps: [
        { step: "reach", verdict: "reachable", replies: [{ status: 200, phrase: "OK" }] },
        { step: "sign_in", verdict: "authenticated", replies: [{ status: 401 }, { status: 200 }] },
      ],
    });
    expect(JSON.stringify(good.body)).not.toContain(secret);
    await admin.send("PUT", `${path}/${id}`, { password: "wrong" });
    const bad = await admin.send("POST", `${path}/${id}/test`, {});
    expect(bad.body).toMatchObject({ ok: false, steps: [{ ok: true }, { verdict: "wrong_credentials" }] });
    for (const visitor of [viewer, await faro.signedIn("operator")])
      expect((await visitor.send("POST", `${path}/${id}/test`, {})).status).toBe(403);
  });

  test("at an address that is not allowed is not contacted", async () => {
    const { id } = await create({ sipDomain: "127.0.0.2" });
    const { body } = await admin.send("POST", `${path}/${id}/test`, {});
    expect(body).toMatchObject({ ok: false, steps: [{ verdict: "blocked", replies: [] }] });
  });

  test("opens for a call with its address and password, also after a change of the master key", async () => {
    const { id } = await create({ transport: "TLS", port: 5061, sipDomain: "pbx.example.com" });
    const keyring = await openKeyring(faro.config.dataDir, undefined);
    const database = openDatabase(faro.connection, () => {});
    const expected = { uri: "sip:1001@pbx.example.com;transport=tls", username: "1001", password: secret };
    expect(await openSipExtension(database.db, keyring, id)).toMatchObject(expected);
    await addKeyToFile(faro.config.dataDir, keyring);
    expect(await rewrapSecrets(faro.pool, keyring)).toBeGreaterThan(0);
    expect(await openSipExtension(database.db, keyring, id)).toMatchObject(expected);
    await database.close();
  });

  test("is deleted only when no call is transferred to it", async () => {
    const { id } = await create();
    const target = { kind: "sip", label: "Desk", extensionId: id };
    expect((await admin.send("PUT", "/api/voice/phone", { transferTargets: [target] })).status).toBe(200);
    const refused = await admin.send("DELETE", `${path}/${id}`, undefined, { "accept-language": "es" });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: "in_use",
      message: expect.stringContaining("Se transfieren llamadas"),
    });
    await admin.send("PUT", "/api/voice/phone", { transferTargets: [] });
    expect((await admin.send("DELETE", `${path}/${id}`)).status).toBe(200);
    expect(await newestAudit()).toMatchObject({ description: "Deleted the SIP extension “Front desk”" });
    const gone = await admin.send("PUT", "/api/voice/phone", { transferTargets: [target] });
    expect(gone.body.issues).toEqual([
      { path: "transferTargets.0.extensionId", message: "This SIP extension no longer exists" },
    ]);
  });
});

describe("the phone settings", () => {
  test("refuse a number twice, hours that end before they start, and a script that does not exist", async () => {
    const unknown = "01890000-0000-7000-8000-000000000000";
    const { status, body } = await admin.send(
      "PUT",
      "/api/voice/phone",
      {
        inbound: [
          { number: "+17875550148", route: "agent", scriptId: unknown },
          { number: "+17875550148", route: "message", scriptId: null },
        ],
        staffedFrom: "18:00",
        staffedTo: "09:00",
      },
      { "accept-language": "es" },
    );
    expect(status).toBe(400);
    expect(body.issues).toEqual([
      { path: "inbound.0.scriptId", message: "Este guion ya no existe" },
      { path: "inbound.1.number", message: "Este número ya está en la lista" },
      { path: "staffedTo", message: "El final debe ser posterior al inicio" },
    ]);
  });

  test("say which address calls are announced at", async () => {
    expect((await viewer.send("GET", "/api/voice/phone/callback")).body).toEqual({
      url: "https://faro.example.com/hooks/vendors/twilio-voice",
    });
  });
});

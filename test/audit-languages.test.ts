import { afterAll, beforeAll, expect, test } from "vitest";
import { system } from "#server/audit/entry.ts";
import { verifyAudit } from "#server/audit/verify.ts";
import { openKeyring } from "#server/vault/keyring.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";
import { sentenceAuditRow } from "./sentence-audit-row.ts";

let faro: TestFaro;
let admin: Visitor;

const ok = async (method: string, path: string, body?: unknown) => {
  const answer = await admin.send(method, path, body);
  expect([path, answer.status, answer.body]).toEqual([path, 200, answer.body]);
  return answer.body;
};

beforeAll(async () => {
  faro = await startTestFaro();
  admin = await faro.signedIn("admin");
  const person = await ok("POST", "/api/people", {
    firstName: "Ana",
    lastName: "Rivera",
    phone: "+17875550101",
  });
  await ok("POST", `/api/people/${person.id}/consents`, {
    channel: "call",
    state: "granted",
    proof: "Dijo que sí",
  });
  await ok("POST", `/api/people/${person.id}/opt-out`, { reason: "Lo pidió" });
  await ok("POST", "/api/people/bulk", {
    ids: [person.id],
    change: { kind: "status", status: "qualified" },
  });
  const providers = await ok("GET", "/api/ai-providers");
  await ok("PUT", "/api/ai-providers/order", { ids: providers.map(({ id }: { id: string }) => id) });
  await ok("POST", "/api/templates", { name: "hola", channel: "sms", language: "es", body: "Hola" });
  await ok("POST", "/api/person-fields", {
    label: { en: "Roof", es: "Techo" },
    kind: "text",
  });
  await ok("POST", "/api/api-keys/general", { locale: "es-ES" });
  const reply = await ok("POST", "/api/saved-replies", { name: "Gracias", language: "es", text: "Gracias" });
  await ok("DELETE", `/api/saved-replies/${reply.id}`);
  await admin.send("GET", "/api/audit-logs/export?format=csv");
  const old = sentenceAuditRow(
    { eventType: "data_change", entityType: "settings", entityId: "1" },
    "A sentence of an older version",
    system,
    new Date(),
  );
  await faro.pool.query("SELECT audit_append($1)", [JSON.stringify([old])]);
});
afterAll(() => faro.stop());

const list = async (language: string, query = ""): Promise<string[]> => {
  const { body } = await admin.send("GET", `/api/audit-logs?limit=200${query}`, undefined, {
    "accept-language": language,
  });
  return body.map(({ description }: { description: string }) => description);
};

const spanish = [
  "A sentence of an older version",
  "Exportó el registro de auditoría como CSV",
  "Eliminó la respuesta guardada «Gracias»",
  "Añadió la respuesta guardada «Gracias»",
  "Cambió los ajustes generales",
  "Añadió el campo de persona «Techo»",
  "Añadió la plantilla «hola» (SMS, español)",
  "Cambió el orden de los proveedores de IA",
  "Fijó la etapa de 1 persona en «Calificado»",
  "Una persona se dio de baja de todos los canales",
  "Registró el consentimiento para llamadas: aceptó",
  "Añadió a Ana Rivera",
];

test("the audit log is in the reader's language, without a word of the stored English", async () => {
  const described = await list("es");
  expect(described).toEqual(expect.arrayContaining(spanish));
  const english =
    /\b(?:the|of|for|to|and|added|changed|deleted|recorded|signed|set|person|people|opted|consent|granted|call|settings)\b/i;
  expect(described.filter((text) => text !== spanish[0] && english.test(text))).toEqual([]);
  expect(await list("en")).toEqual(
    expect.arrayContaining([
      "A sentence of an older version",
      "Changed the order of the AI providers",
      "Set the stage of 1 person to Qualified",
      "Recorded consent for calls: agreed",
      "Added the person field “Roof”",
    ]),
  );
});

test("the audit log is searched in the reader's language, with or without accents", async () => {
  expect(await list("es", "&search=anadio%20el%20CAMPO")).toEqual(["Añadió el campo de persona «Techo»"]);
  expect(await list("es", "&search=older%20version")).toEqual(["A sentence of an older version"]);
  expect(await list("es", "&search=Added")).toEqual([]);
  expect(await list("en", "&search=added%20the%20person%20field")).toEqual(["Added the person field “Roof”"]);
  const { body, headers } = await admin.send("GET", "/api/audit-logs?limit=1&search=gracias", undefined, {
    "accept-language": "es",
  });
  expect(body[0].description).toBe("Eliminó la respuesta guardada «Gracias»");
  expect(await list("es", `&search=gracias&before=${headers.get("x-next-cursor")}`)).toEqual([
    "Añadió la respuesta guardada «Gracias»",
  ]);
});

test("the chain of entries with and without details is verified", async () => {
  const keyring = await openKeyring(faro.config.dataDir, faro.config.secretKey);
  expect(await verifyAudit(faro.pool, keyring, [])).toMatchObject({ ok: true });
});

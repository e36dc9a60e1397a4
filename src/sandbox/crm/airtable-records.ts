import { createHmac, randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SandboxContext } from "#sandbox/context.ts";
import { pathParam, queryParam, type SimulatedResponse, sendResponse } from "#sandbox/vendor.ts";
import { type ContactChange, createContactStore, type StoredContact } from "./contact-store.ts";

export const airtableFailure = (status: number, type: string, message: string): SimulatedResponse => ({
  status,
  body: { error: { type, message } },
});

type TableField = { id: string; name: string; type: string };
type Incoming = { id?: string; fields?: Record<string, unknown> };
type WriteBody = Incoming & {
  records?: Incoming[];
  performUpsert?: { fieldsToMergeOn: string[] };
  typecast?: boolean;
};

const tableId = "tblSandbox0000001";
const makeField = (name: string, type: string): TableField => ({
  id: `fld${name.replaceAll(/\W/g, "")}`,
  name,
  type,
});

const blank = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || value === false;

/** Blank fields are left out of a record. */
const present = ({ id, values, createdAt }: StoredContact): object => ({
  id,
  createdTime: new Date(createdAt).toISOString(),
  fields: Object.fromEntries(Object.entries(values).filter(([, value]) => !blank(value))),
});

/** The formulas that clients of a sync use; undefined for any other. */
const parseFormula = (formula: string): ((contact: StoredContact) => boolean) | undefined => {
  const since = /^IS_AFTER\(LAST_MODIFIED_TIME\(\), "([^"]+)"\)$/.exec(formula)?.[1];
  if (since) return ({ updatedAt }) => updatedAt > Date.parse(since);
  const list = /^OR\((.*)\)$/s.exec(formula)?.[1];
  if (list === undefined) return undefined;
  const terms = [...list.matchAll(/(?:RECORD_ID\(\)|LOWER\(\{([^}]+)\}\))="((?:[^"\\]|\\.)*)"/g)].map(
    ([, field, value = ""]) => ({ field, value: value.replaceAll(/\\(.)/g, "$1") }),
  );
  return ({ id, values }) =>
    terms.some(({ field, value }) =>
      field === undefined ? id === value : String(values[field] ?? "").toLowerCase() === value,
    );
};

const pageSizeOf = (request: FastifyRequest): number =>
  Math.min(100, Number(queryParam(request, "pageSize") ?? 100));
const listOf = (request: FastifyRequest, name: string): string[] =>
  [(request.query as Record<string, string | string[]>)[name] ?? []].flat();

type Hook = { id: string; url: string; secret: Buffer; payloads: object[] };
const weekMs = 7 * 86_400_000;

/** Webhooks of a base: a report says only that there is something new, and carries a MAC of the body. */
const mountWebhooks = (app: FastifyInstance, { callbacks }: SandboxContext) => {
  const path = "/v0/bases/:base/webhooks";
  const hooks = new Map<string, Hook>();
  const expirationTime = (): string => new Date(Date.now() + weekMs).toISOString();
  const notFound: SimulatedResponse = { status: 404, body: { error: "NOT_FOUND" } };
  app.post(path, async (request) => {
    const { notificationUrl: url } = request.body as { notificationUrl: string };
    const hook: Hook = { id: `achSandbox${hooks.size + 1}`, url, secret: randomBytes(32), payloads: [] };
    hooks.set(hook.id, hook);
    return {
      id: hook.id,
      macSecretBase64: hook.secret.toString("base64"),
      expirationTime: expirationTime(),
    };
  });
  app.post(`${path}/:id/refresh`, async (request, reply) =>
    hooks.has(pathParam(request, "id"))
      ? { expirationTime: expirationTime() }
      : sendResponse(reply, notFound),
  );
  app.get(`${path}/:id/payloads`, async (request, reply) => {
    const hook = hooks.get(pathParam(request, "id"));
    if (!hook) return sendResponse(reply, notFound);
    const start = Number(queryParam(request, "cursor") ?? 1);
    const end = Math.min(hook.payloads.length, start - 1 + Number(queryParam(request, "limit") ?? 50));
    return {
      payloads: hook.payloads.slice(start - 1, end),
      cursor: end + 1,
      mightHaveMore: end < hook.payloads.length,
    };
  });
  return ({ id }: StoredContact, change: ContactChange): void => {
    const changed = {
      created: { createdRecordsById: { [id]: { createdTime: new Date().toISOString() } } },
      changed: { changedRecordsById: { [id]: { current: {} } } },
      deleted: { destroyedRecordIds: [id] },
    };
    for (const hook of hooks.values()) {
      hook.payloads.push({ changedTablesById: { [tableId]: changed[change] }, payloadFormat: "v0" });
      const body = JSON.stringify({
        base: { id: "appSandbox0000001" },
        webhook: { id: hook.id },
        timestamp: new Date().toISOString(),
      });
      const mac = createHmac("sha256", hook.secret).update(body).digest("hex");
      void callbacks.post({
        vendor: "airtable",
        url: hook.url,
        headers: { "content-type": "application/json", "x-airtable-content-mac": `hmac-sha256=${mac}` },
        body,
      });
    }
  };
};

export const mountAirtableRecords = (app: FastifyInstance, context: SandboxContext): void => {
  const fields = [
    makeField("First name", "singleLineText"),
    makeField("Last name", "singleLineText"),
    makeField("Email", "email"),
    makeField("Phone", "phoneNumber"),
    makeField("City", "singleLineText"),
    makeField("Bill", "number"),
    makeField("Email opt out", "checkbox"),
    makeField("Last change", "lastModifiedTime"),
  ];
  const records = createContactStore(
    (count) => `recSandbox${String(count + 1).padStart(7, "0")}`,
    [],
    mountWebhooks(app, context),
  );
  records.create({ "First name": "Nora", "Last name": "Vega", Email: "nora@example.com" });
  const path = "/v0/:base/:table";
  const alive = (id: string): StoredContact | undefined => {
    const record = records.get(id);
    return record?.deletedAt === null ? record : undefined;
  };
  const all = () => records.all().filter(({ deletedAt }) => deletedAt === null);
  const notFound = (): SimulatedResponse => ({ status: 404, body: { error: "NOT_FOUND" } });
  const refuse = (values: Record<string, unknown>, typecast: boolean): SimulatedResponse | undefined => {
    for (const [name, value] of Object.entries(values)) {
      const field = fields.find((one) => one.name === name);
      if (!field) return airtableFailure(422, "UNKNOWN_FIELD_NAME", `Unknown field name: "${name}"`);
      if (field.type === "lastModifiedTime")
        return airtableFailure(
          422,
          "INVALID_VALUE_FOR_COLUMN",
          `Field "${name}" cannot accept a value because the field is computed`,
        );
      const isNumber = field.type === "number";
      if (
        isNumber &&
        value !== null &&
        (typecast ? !Number.isFinite(Number(value)) : typeof value !== "number")
      )
        return airtableFailure(
          422,
          "INVALID_VALUE_FOR_COLUMN",
          `Field "${name}" cannot accept the provided value`,
        );
    }
    return undefined;
  };

  app.addHook("preHandler", async (request, reply) => {
    const { base = "", table = "" } = request.params as { base?: string; table?: string };
    if ([base, table].some((name) => name.includes("bad")))
      return sendResponse(
        reply,
        airtableFailure(
          403,
          "INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND",
          "Invalid permissions, or the requested model was not found. Check that both your user and your token have the required permissions, and that the model names and/or ids are correct.",
        ),
      );
  });
  app.get("/v0/meta/bases/:base/tables", async () => ({
    tables: [{ id: tableId, name: "People", primaryFieldId: fields[0]?.id, fields, views: [] }],
  }));
  app.post("/v0/meta/bases/:base/tables/:table/fields", async (request) => {
    const { name, type } = request.body as { name: string; type: string };
    const field = makeField(name, type);
    fields.push(field);
    return field;
  });
  app.get(path, async (request, reply) => {
    const unknown = listOf(request, "fields[]").find((name) => !fields.some((field) => field.name === name));
    if (unknown)
      return sendResponse(
        reply,
        airtableFailure(422, "UNKNOWN_FIELD_NAME", `Unknown field name: "${unknown}"`),
      );
    const formula = queryParam(request, "filterByFormula");
    const test = formula ? parseFormula(formula) : () => true;
    if (!test)
      return sendResponse(
        reply,
        airtableFailure(422, "INVALID_FILTER_BY_FORMULA", "The formula for filtering records is invalid"),
      );
    const start = Number(queryParam(request, "offset")?.split("/")[1] ?? 0);
    const found = all().filter(test);
    const end = start + Math.min(pageSizeOf(request), Number(queryParam(request, "maxRecords") ?? 100));
    return {
      records: found.slice(start, end).map(present),
      ...(end < found.length ? { offset: `itrSandbox/${end}` } : {}),
    };
  });
  const create = async (request: FastifyRequest, reply: FastifyReply) => {
    const body = request.body as WriteBody;
    const incoming = body.records ?? [body];
    if (incoming.length > 10)
      return sendResponse(reply, airtableFailure(422, "INVALID_REQUEST", "Too many records"));
    for (const { fields: values = {} } of incoming) {
      const refused = refuse(values, body.typecast ?? false);
      if (refused) return sendResponse(reply, refused);
    }
    const made = incoming.map(({ fields: values = {} }) => present(records.create(values)));
    return body.records ? { records: made } : made[0];
  };
  // Airtable's own client adds a slash.
  for (const url of [path, `${path}/`]) app.post(url, create);
  app.patch(path, async (request, reply) => {
    const { records: incoming = [], performUpsert, typecast = false } = request.body as WriteBody;
    if (incoming.length > 10)
      return sendResponse(reply, airtableFailure(422, "INVALID_REQUEST", "Too many records"));
    const keys = performUpsert?.fieldsToMergeOn;
    const planned = incoming.map(({ id, fields: values = {} }) => ({
      values,
      record: keys
        ? all().find((one) => keys.every((key) => one.values[key] === values[key]))
        : alive(id ?? ""),
    }));
    // One wrong value refuses the whole batch.
    for (const { values, record } of planned) {
      const refused = record || keys ? refuse(values, typecast) : notFound();
      if (refused) return sendResponse(reply, refused);
    }
    const created: string[] = [];
    const saved = planned.map(({ values, record }) => {
      if (record) records.update(record, values);
      const stored = record ?? records.create(values);
      if (!record) created.push(stored.id);
      return present(stored);
    });
    return { records: saved, ...(keys ? { createdRecords: created, updatedRecords: [] } : {}) };
  });
  app.delete(path, async (request, reply) => {
    const ids = listOf(request, "records[]");
    if (ids.some((id) => !alive(id))) return sendResponse(reply, notFound());
    for (const id of ids) {
      const record = alive(id);
      if (record) records.remove(record);
    }
    return { records: ids.map((id) => ({ id, deleted: true })) };
  });
  app.patch(`${path}/:id`, async (request, reply) => {
    const record = alive(pathParam(request, "id"));
    if (!record) return sendResponse(reply, notFound());
    const { fields: values = {}, typecast = false } = request.body as WriteBody;
    const refused = refuse(values, typecast);
    if (refused) return sendResponse(reply, refused);
    records.update(record, values);
    return present(record);
  });
  app.delete(`${path}/:id`, async (request, reply) => {
    const record = alive(pathParam(request, "id"));
    if (!record) return sendResponse(reply, notFound());
    records.remove(record);
    return { id: record.id, deleted: true };
  });
};

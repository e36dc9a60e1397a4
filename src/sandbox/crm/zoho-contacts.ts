import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SandboxContext } from "#sandbox/context.ts";
import { pathParam, queryParam, type SimulatedResponse, sendResponse } from "#sandbox/vendor.ts";
import {
  type ContactChange,
  type ContactStore,
  createContactStore,
  type StoredContact,
} from "./contact-store.ts";
import { compareRows, matchesCondition, parseSoql } from "./soql.ts";

export const zohoFailure = (
  status: number,
  code: string,
  message: string,
  details = {},
): SimulatedResponse => ({
  status,
  body: { code, details, message, status: "error" },
});

type ZohoField = {
  api_name: string;
  field_label: string;
  data_type: string;
  length: number;
  read_only: boolean;
  field_read_only: boolean;
  system_mandatory: boolean;
  custom_field: boolean;
  unique: object;
  pick_list_values: { actual_value: string; display_value: string }[];
};

const makeField = (api_name: string, data_type: string, more: Partial<ZohoField> = {}): ZohoField => ({
  api_name,
  field_label: api_name.replaceAll("_", " "),
  data_type,
  length: 120,
  read_only: false,
  field_read_only: false,
  system_mandatory: false,
  custom_field: false,
  unique: {},
  pick_list_values: [],
  ...more,
});

const standardFields = (): ZohoField[] => [
  makeField("First_Name", "text", { length: 40 }),
  makeField("Last_Name", "text", { length: 80, system_mandatory: true }),
  makeField("Email", "email", { length: 100 }),
  makeField("Phone", "phone", { length: 30 }),
  makeField("Mailing_City", "text", { length: 100 }),
  makeField("Mailing_State", "text", { length: 100 }),
  makeField("Mailing_Zip", "text", { length: 30 }),
  makeField("Email_Opt_Out", "boolean"),
  makeField("Created_Time", "datetime", { read_only: true }),
  makeField("Modified_Time", "datetime", { read_only: true }),
];

/** Zoho counts whole seconds. */
const writeInstant = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, "+00:00");

const readCell = ({ id, values, createdAt, updatedAt }: StoredContact, name: string): unknown => {
  if (name === "id") return id;
  if (name === "Created_Time") return writeInstant(createdAt);
  if (name === "Modified_Time") return writeInstant(updatedAt);
  return values[name] ?? (name === "Email_Opt_Out" ? false : null);
};
const present = (contact: StoredContact, names: readonly string[]): object =>
  Object.fromEntries(["id", ...names].map((name) => [name, readCell(contact, name)]));

type Incoming = Record<string, unknown> & { id?: string };

const mountFields = (app: FastifyInstance): Map<string, ZohoField> => {
  const fields = new Map(standardFields().map((field) => [field.api_name, field]));
  app.get("/crm/v8/settings/fields", async () => ({ fields: [...fields.values()] }));
  app.post("/crm/v8/settings/fields", async (request, reply) => {
    const { fields: asked = [] } = request.body as { fields?: { field_label: string; data_type: string }[] };
    const made = asked.map(({ field_label, data_type }) =>
      makeField(field_label.replaceAll(" ", "_"), data_type, { field_label, custom_field: true }),
    );
    for (const field of made) fields.set(field.api_name, field);
    const answers = made.map(({ api_name }) => ({
      status: "success",
      code: "SUCCESS",
      message: "field created",
      details: { id: api_name },
    }));
    return sendResponse(reply, { status: 201, body: { fields: answers } });
  });
  return fields;
};

/** What Zoho says of one record of a batch. */
const createSaver = (contacts: ContactStore, fields: Map<string, ZohoField>) => {
  const refused = (code: string, message: string, api_name: string) => ({
    code,
    status: "error",
    message,
    details: { api_name },
  });
  return ({ id, ...values }: Incoming, contact: StoredContact | undefined) => {
    for (const [name, value] of Object.entries(values)) {
      const field = fields.get(name);
      // Unknown fields are ignored, as Zoho does.
      if (!field) continue;
      const isText = field.data_type === "text" || field.data_type === "email" || field.data_type === "phone";
      if (value !== null && isText && (typeof value !== "string" || value.length > field.length))
        return refused("INVALID_DATA", "invalid data", name);
      if (field.data_type === "boolean" && typeof value !== "boolean")
        return refused("INVALID_DATA", "invalid data", name);
    }
    if ("Last_Name" in values ? !values.Last_Name : !contact)
      return refused("MANDATORY_NOT_FOUND", "required field not found", "Last_Name");
    const known = Object.fromEntries(Object.entries(values).filter(([name]) => fields.has(name)));
    if (contact) contacts.update(contact, known);
    const stored = contact ?? contacts.create(known);
    return {
      code: "SUCCESS",
      status: "success",
      action: contact ? "update" : "insert",
      message: contact ? "record updated" : "record added",
      details: {
        id: stored.id,
        Created_Time: writeInstant(stored.createdAt),
        Modified_Time: writeInstant(stored.updatedAt),
      },
    };
  };
};

const sendSaved = (reply: FastifyReply, data: { status: string }[]) => {
  const hasErrors = data.some(({ status }) => status === "error");
  return sendResponse(reply, { status: hasErrors ? 207 : 200, body: { data } });
};

const mountQuery = (app: FastifyInstance, contacts: ContactStore, fields: Map<string, ZohoField>): void => {
  app.post("/crm/v8/coql", async (request, reply) => {
    const { select_query: text = "" } = (request.body ?? {}) as { select_query?: string };
    const limit = / limit (\d+)\s*,\s*(\d+)\s*$/i.exec(text);
    try {
      const { fields: names, where, order } = parseSoql(limit ? text.slice(0, limit.index) : text);
      if (!where) throw new Error("missing clause");
      const unknown = names.find((name) => name !== "id" && !fields.has(name));
      if (unknown) return sendResponse(reply, zohoFailure(400, "INVALID_QUERY", `invalid column ${unknown}`));
      const read = (contact: StoredContact) => (name: string) => readCell(contact, name) as string;
      const found = contacts
        .all()
        .filter((contact) => contact.deletedAt === null && matchesCondition(where, read(contact)))
        .toSorted((a, b) => compareRows(order, read(a), read(b)));
      const start = Number(limit?.[1] ?? 0);
      const page = found.slice(start, start + Number(limit?.[2] ?? 200));
      if (page.length === 0) return reply.code(204).send();
      return {
        data: page.map((contact) => present(contact, names)),
        info: { count: page.length, more_records: start + page.length < found.length },
      };
    } catch {
      return sendResponse(reply, zohoFailure(400, "SYNTAX_ERROR", "error occurred while parsing the query"));
    }
  });
};

type Channel = { channel_id: string; token: string; notify_url: string; channel_expiry: string };
const operations = { created: "insert", changed: "update", deleted: "delete" };

/** Channels that report changed contacts until they expire; the body repeats the channel's token. */
const mountChannels = (app: FastifyInstance, { callbacks }: SandboxContext) => {
  const channels = new Map<string, Channel>();
  const save = (request: FastifyRequest, isKnown: boolean): SimulatedResponse => {
    const { watch = [] } = (request.body ?? {}) as { watch?: Channel[] };
    const unknown = watch.find(({ channel_id }) => channels.has(channel_id) !== isKnown);
    if (unknown) return zohoFailure(400, "INVALID_DATA", "invalid data", { api_name: "channel_id" });
    for (const channel of watch) channels.set(channel.channel_id, channel);
    const answers = watch.map(({ channel_id, channel_expiry }) => ({
      code: "SUCCESS",
      status: "success",
      message: "Successfully subscribed for actions-watch of the given module",
      details: { events: [{ channel_expiry, channel_id, resource_name: "Contacts" }] },
    }));
    return { status: isKnown ? 200 : 201, body: { watch: answers } };
  };
  app.post("/crm/v8/actions/watch", async (request, reply) => sendResponse(reply, save(request, false)));
  app.put("/crm/v8/actions/watch", async (request, reply) => sendResponse(reply, save(request, true)));
  return ({ id }: StoredContact, change: ContactChange): void => {
    for (const { channel_id, token, notify_url, channel_expiry } of channels.values()) {
      if (Date.parse(channel_expiry) < Date.now()) continue;
      const body = { module: "Contacts", ids: [id], operation: operations[change], channel_id, token };
      void callbacks.post({
        vendor: "zoho",
        url: notify_url,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ server_time: Date.now(), ...body }),
      });
    }
  };
};

export const mountZohoContacts = (app: FastifyInstance, context: SandboxContext): void => {
  const path = "/crm/v8/Contacts";
  const fields = mountFields(app);
  const contacts = createContactStore(
    (count) => `55402300000${String(100_001 + count)}`,
    ["Email", "Faro_Id"],
    mountChannels(app, context),
  );
  contacts.create({ First_Name: "Nora", Last_Name: "Vega", Email: "nora@example.com" });
  mountQuery(app, contacts, fields);
  const save = createSaver(contacts, fields);
  const alive = (id: string): StoredContact | undefined => {
    const contact = contacts.get(id);
    return contact?.deletedAt === null ? contact : undefined;
  };
  const recordsOf = (body: unknown): Incoming[] => ((body ?? {}) as { data?: Incoming[] }).data ?? [];
  const tooMany = (reply: FastifyReply) =>
    sendResponse(reply, zohoFailure(400, "LIMIT_EXCEEDED", "record count exceeds 100"));

  app.get(path, async (request, reply) => {
    const names = (queryParam(request, "fields") ?? "").split(",").filter(Boolean);
    if (names.length === 0 || names.length > 50)
      return sendResponse(
        reply,
        zohoFailure(400, "REQUIRED_PARAM_MISSING", "One of the expected parameter is missing", {
          param: "fields",
        }),
      );
    const ids = queryParam(request, "ids")?.split(",");
    const perPage = Math.min(200, Number(queryParam(request, "per_page") ?? 200));
    const found = ids
      ? ids.flatMap((id) => alive(id) ?? [])
      : contacts.page(queryParam(request, "page_token") ?? null, perPage + 1, false);
    const page = ids ? found : found.slice(0, perPage);
    if (page.length === 0) return reply.code(204).send();
    const hasMore = !ids && found.length > perPage;
    return {
      data: page.map((contact) => present(contact, names)),
      info: {
        per_page: perPage,
        count: page.length,
        more_records: hasMore,
        next_page_token: hasMore ? page.at(-1)?.id : null,
      },
    };
  });
  app.get(`${path}/actions/count`, async () => ({
    count: contacts.all().filter(({ deletedAt }) => deletedAt === null).length,
  }));
  app.get(`${path}/deleted`, async (request, reply) => {
    const page = Number(queryParam(request, "page") ?? 1);
    const deleted = contacts.all().filter(({ deletedAt }) => deletedAt !== null);
    const data = deleted.slice((page - 1) * 200, page * 200);
    if (data.length === 0) return reply.code(204).send();
    return {
      data: data.map(({ id, deletedAt }) => ({
        id,
        type: "recycle",
        deleted_time: writeInstant(deletedAt ?? 0),
      })),
      info: { per_page: 200, page, count: data.length, more_records: page * 200 < deleted.length },
    };
  });
  app.post(path, async (request, reply) => {
    const records = recordsOf(request.body);
    return records.length > 100
      ? tooMany(reply)
      : sendSaved(
          reply,
          records.map((one) => save(one, undefined)),
        );
  });
  app.put(path, async (request, reply) => {
    const records = recordsOf(request.body);
    if (records.length > 100) return tooMany(reply);
    return sendSaved(
      reply,
      records.map((one) => {
        const contact = alive(one.id ?? "");
        if (contact) return save(one, contact);
        return {
          code: "INVALID_DATA",
          status: "error",
          message: "the id given seems to be invalid",
          details: {},
        };
      }),
    );
  });
  app.post(`${path}/upsert`, async (request, reply) => {
    const records = recordsOf(request.body);
    const { duplicate_check_fields: keys = ["Email"] } = request.body as {
      duplicate_check_fields?: string[];
    };
    if (records.length > 100) return tooMany(reply);
    return sendSaved(
      reply,
      records.map((one) => {
        const known = keys.flatMap((key) => (one[key] ? (contacts.find(key, String(one[key])) ?? []) : []));
        return save(one, known[0]);
      }),
    );
  });
  app.delete(path, async (request, reply) => {
    const ids = (queryParam(request, "ids") ?? "").split(",").filter(Boolean);
    return sendSaved(
      reply,
      ids.map((id) => {
        const contact = alive(id);
        if (!contact)
          return { code: "INVALID_DATA", status: "error", message: "record not deleted", details: { id } };
        contacts.remove(contact);
        return { code: "SUCCESS", status: "success", message: "record deleted", details: { id } };
      }),
    );
  });
  app.get(`${path}/:id`, async (request, reply) => {
    const contact = alive(pathParam(request, "id"));
    if (!contact) return reply.code(204).send();
    return { data: [present(contact, [...fields.keys()])] };
  });
};

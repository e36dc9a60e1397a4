import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { SandboxContext } from "#sandbox/context.ts";
import { pathParam, queryParam, type SimulatedResponse, sendResponse } from "#sandbox/vendor.ts";
import { createContactStore, type StoredContact } from "./contact-store.ts";

export const pipedriveFailure = (status: number, error: string): SimulatedResponse => ({
  status,
  body: { success: false, error, errorCode: status, error_info: "Please check developers.pipedrive.com" },
});

type Option = { id: number; label: string };
type PersonField = {
  field_name: string;
  field_code: string;
  field_type: string;
  is_custom_field: boolean;
  is_optional_response_field: boolean;
  options: Option[] | null;
  subfields: null;
};
type PersonFields = Map<string, PersonField>;

const makeField = (
  field_code: string,
  field_name: string,
  field_type: string,
  options: Option[] | null = null,
): PersonField => ({
  field_name,
  field_code,
  field_type,
  is_custom_field: field_code.length === 40,
  is_optional_response_field: false,
  options,
  subfields: null,
});

export const mountPersonFields = (app: FastifyInstance): PersonFields => {
  const fields: PersonFields = new Map(
    [
      makeField("name", "Name", "varchar"),
      makeField("phone", "Phone", "varchar"),
      makeField("email", "Email", "varchar"),
      makeField("add_time", "Person created", "date"),
      makeField("marketing_status", "Marketing status", "enum"),
    ].map((field) => [field.field_code, field]),
  );
  app.get("/api/v2/personFields", async () => ({
    success: true,
    data: [...fields.values()],
    additional_data: { next_cursor: null },
  }));
  app.post("/api/v2/personFields", async (request) => {
    const body = request.body as { field_name: string; field_type: string; options?: { label: string }[] };
    const code = createHash("sha1").update(`${fields.size} ${body.field_name}`).digest("hex");
    const options = body.options?.map(({ label }, index) => ({ id: index + 1, label })) ?? null;
    const field = makeField(code, body.field_name, body.field_type, options);
    fields.set(code, field);
    return { success: true, data: field };
  });
  app.delete("/api/v2/personFields/:code", async (request) => {
    const field_code = pathParam(request, "code");
    fields.delete(field_code);
    return { success: true, data: { field_code } };
  });
  return fields;
};

type Item = { value: string; primary?: boolean; label?: string };
type PersonInput = {
  name?: string;
  emails?: Item[];
  phones?: Item[];
  marketing_status?: string;
  custom_fields?: Record<string, unknown>;
};

/** Pipedrive counts whole seconds. */
const second = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");

const present = ({ id, values, createdAt, updatedAt, deletedAt }: StoredContact, fields: PersonFields) => {
  const [first = "", ...last] = String(values.name ?? "").split(" ");
  const custom = values.custom_fields as Record<string, unknown> | undefined;
  return {
    id: Number(id),
    name: values.name,
    first_name: first,
    last_name: last.join(" ") || null,
    owner_id: 1_020_304,
    org_id: null,
    add_time: second(createdAt),
    update_time: second(updatedAt),
    emails: values.emails ?? [],
    phones: values.phones ?? [],
    is_deleted: deletedAt !== null,
    visible_to: 3,
    label_ids: [],
    picture_id: null,
    marketing_status: values.marketing_status ?? "no_consent",
    custom_fields: Object.fromEntries(
      [...fields.values()]
        .filter(({ is_custom_field }) => is_custom_field)
        .map(({ field_code }) => [field_code, custom?.[field_code] ?? null]),
    ),
  };
};

const refuse = (
  { name, emails, marketing_status, custom_fields }: PersonInput,
  isNew: boolean,
  fields: PersonFields,
): SimulatedResponse | undefined => {
  const invalid = (message: string) => pipedriveFailure(400, `Validation failed: ${message}`);
  if (isNew ? !name : name === "") return invalid("name: must not be empty");
  if ([emails ?? []].flat().some(({ value }) => /\s/.test(value))) return invalid("emails: Invalid email");
  if (marketing_status && !/^(no_consent|unsubscribed|subscribed|archived)$/.test(marketing_status))
    return invalid("marketing_status");
  for (const [code, value] of Object.entries(custom_fields ?? {})) {
    const field = fields.get(code);
    if (!field) return invalid(`custom_fields: unknown field '${code}'`);
    if (value === null) continue;
    if (field.field_type === "double" && typeof value !== "number")
      return invalid(`custom_fields: ${code}: Expected number`);
    if (field.field_type === "enum" && !field.options?.some(({ id }) => id === value))
      return invalid(`custom_fields: ${code}: Invalid option`);
  }
  return undefined;
};

/** Reports changed persons as webhooks of version 2, with basic authentication. */
const createReporter = ({ callbacks, settings }: SandboxContext, fields: PersonFields) => {
  return (action: "create" | "change" | "delete", contact: StoredContact): void => {
    const url = settings.webhooks.pipedrive;
    if (!url) return;
    const password = settings.secrets.pipedrive ?? "sandbox";
    void callbacks.post({
      vendor: "pipedrive",
      url,
      headers: {
        "content-type": "application/json",
        authorization: `Basic ${Buffer.from(`faro:${password}`).toString("base64")}`,
      },
      body: JSON.stringify({
        meta: { action, entity: "person", entity_id: contact.id, version: "2.0", attempt: 1 },
        data: action === "delete" ? null : present(contact, fields),
        previous: null,
      }),
    });
  };
};

export const mountPersons = (app: FastifyInstance, fields: PersonFields, context: SandboxContext): void => {
  const path = "/api/v2/persons";
  const contacts = createContactStore((count) => String(count + 1), []);
  const report = createReporter(context, fields);
  const alive = () => contacts.all().filter(({ deletedAt }) => deletedAt === null);
  const find = (request: FastifyRequest): StoredContact | undefined => {
    const contact = contacts.get(pathParam(request, "id"));
    return contact?.deletedAt === null ? contact : undefined;
  };
  const notFound = () => pipedriveFailure(404, "Person not found");
  const toValues = ({ custom_fields, ...values }: PersonInput, before: StoredContact | undefined) => ({
    ...values,
    custom_fields: { ...(before?.values.custom_fields as object), ...custom_fields },
  });
  contacts.create({
    name: "Nora Vega",
    emails: [{ value: "nora@example.com", primary: true, label: "work" }],
    phones: [],
  });

  app.get(path, async (request) => {
    const ids = queryParam(request, "ids")?.split(",");
    const since = Date.parse(queryParam(request, "updated_since") ?? "") || 0;
    const limit = Math.min(500, Number(queryParam(request, "limit") ?? 100));
    const start = Number(Buffer.from(queryParam(request, "cursor") ?? "", "base64url").toString()) || 0;
    const found = alive().filter(
      ({ id, updatedAt }) => (!ids || ids.includes(id)) && Math.floor(updatedAt / 1000) * 1000 >= since,
    );
    const sorted =
      queryParam(request, "sort_by") === "update_time"
        ? found.toSorted((a, b) => a.updatedAt - b.updatedAt)
        : found;
    const next =
      start + limit < sorted.length ? Buffer.from(String(start + limit)).toString("base64url") : null;
    return {
      success: true,
      data: sorted.slice(start, start + limit).map((contact) => present(contact, fields)),
      additional_data: { next_cursor: next },
    };
  });
  app.get(`${path}/search`, async (request, reply) => {
    const term = (queryParam(request, "term") ?? "").toLowerCase();
    if (term.length < 1) return sendResponse(reply, pipedriveFailure(400, "term is required"));
    const isCustom = queryParam(request, "fields") === "custom_fields";
    const texts = ({ values }: StoredContact): unknown[] =>
      isCustom
        ? Object.values((values.custom_fields as object | undefined) ?? {})
        : [values.emails ?? []].flat().map((item) => (item as Item).value);
    const items = alive()
      .filter((contact) => texts(contact).some((text) => String(text).toLowerCase() === term))
      .map((contact) => ({
        result_score: 1,
        item: { id: Number(contact.id), type: "person", name: contact.values.name },
      }));
    return { success: true, data: { items }, additional_data: { next_cursor: null } };
  });
  app.get(`${path}/:id`, async (request, reply) => {
    const contact = find(request);
    return contact ? { success: true, data: present(contact, fields) } : sendResponse(reply, notFound());
  });
  app.post(path, async (request, reply) => {
    const input = (request.body ?? {}) as PersonInput;
    const refused = refuse(input, true, fields);
    if (refused) return sendResponse(reply, refused);
    const contact = contacts.create(toValues(input, undefined));
    report("create", contact);
    return sendResponse(reply, { status: 201, body: { success: true, data: present(contact, fields) } });
  });
  app.patch(`${path}/:id`, async (request, reply) => {
    const contact = find(request);
    if (!contact) return sendResponse(reply, notFound());
    const input = (request.body ?? {}) as PersonInput;
    const refused = refuse(input, false, fields);
    if (refused) return sendResponse(reply, refused);
    contacts.update(contact, toValues(input, contact));
    report("change", contact);
    return { success: true, data: present(contact, fields) };
  });
  app.delete(`${path}/:id`, async (request, reply) => {
    const contact = find(request);
    if (!contact) return sendResponse(reply, notFound());
    contacts.remove(contact);
    report("delete", contact);
    return { success: true, data: { id: Number(contact.id) } };
  });
};

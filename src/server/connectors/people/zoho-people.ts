import { randomInt } from "node:crypto";
import * as z from "zod";
import type { RemoteField, RemoteType } from "#domain/sync/field-map.ts";
import type { RemotePerson } from "#domain/sync/plan-pair.ts";
import type { VendorRequest } from "#server/connectors/connector.ts";
import { type ErrorClassifier, type OperationCall, operationRequest } from "#server/connectors/operation.ts";
import type { OperationResult } from "#server/connectors/operation-result.ts";
import { vendorText } from "#server/connectors/test-result.ts";
import { jsonPost, readBearer } from "#server/connectors/vendor-request.ts";
import { authorizeZoho, zoho } from "#server/connectors/zoho.ts";
import {
  definePeopleVendor,
  defineSubscription,
  type PeopleFunctions,
  type PushedPerson,
  type PushResult,
  type Subscribed,
} from "./people-vendor.ts";
import { pushByKind, pushTogether } from "./push-each.ts";

const api = "/crm/v8";
const contacts = `${api}/Contacts`;
const maxBytes = 16 * 1024 * 1024;
const pageSize = 200;
/** Zoho's limit of fields in one request. */
const maxFields = 50;

/** The unique field by which a person is recognised. */
const keyField = "Faro_Id";

const envelope = z.object({ status: z.literal("error"), code: z.string() });
const classify: ErrorClassifier = ({ status, json }) => {
  const error = envelope.safeParse(json);
  if (!error.success) return undefined;
  const { code } = error.data;
  if (code === "TOO_MANY_REQUESTS" || status === 429) return "rate";
  if (/^(?:INVALID_TOKEN|AUTHENTICATION_FAILURE|OAUTH_SCOPE_MISMATCH|NO_PERMISSION)$/.test(code))
    return "auth";
  return code === "INTERNAL_ERROR" || status < 300 ? "transient" : undefined;
};

const request = <T>(
  call: OperationCall,
  vendorRequest: VendorRequest,
  schema: z.ZodType<T>,
): Promise<OperationResult<T>> =>
  operationRequest(zoho.label, call, { maxBytes, ...vendorRequest }, schema, classify);

const instant = z.string().transform((text) => Date.parse(text));
const record = z.object({ id: z.string(), Modified_Time: instant }).catchall(z.unknown());
type ZohoRecord = z.infer<typeof record>;
const info = z.object({
  more_records: z.boolean().default(false),
  next_page_token: z.string().nullish(),
});
/** Zoho answers with status 204 and nothing where there is nothing. */
const pageOf = <T>(item: z.ZodType<T>) =>
  z.union([
    z.null().transform(() => ({ data: [] as T[], info: { more_records: false, next_page_token: null } })),
    z.object({ data: z.array(item), info }),
  ]);

const toPerson = ({ id, Modified_Time, ...values }: ZohoRecord): RemotePerson => ({
  id,
  values,
  updatedAt: Modified_Time,
});

const columns = (fields: readonly string[]): string[] =>
  [...new Set(["Modified_Time", ...fields.filter((name) => /^\w+$/.test(name))])].slice(0, maxFields);

const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;

const query = (call: OperationCall, fields: readonly string[], rest: string) =>
  request(
    call,
    {
      path: `${api}/coql`,
      ...jsonPost({ select_query: `select ${["id", ...columns(fields)].join(", ")} from Contacts ${rest}` }),
    },
    pageOf(record),
  );

const described = z.object({
  api_name: z.string(),
  field_label: z.string(),
  data_type: z.string(),
  length: z.int().nullish(),
  read_only: z.boolean().default(false),
  field_read_only: z.boolean().default(false),
  system_mandatory: z.boolean().default(false),
  pick_list_values: z.array(z.object({ actual_value: z.string() })).default([]),
});

const fieldTypes: Record<string, RemoteType> = {
  text: "text",
  textarea: "text",
  website: "text",
  email: "email",
  phone: "phone",
  picklist: "choice",
  multiselectpicklist: "choices",
  boolean: "boolean",
  integer: "number",
  bigint: "number",
  double: "number",
  currency: "number",
  percent: "number",
  date: "date",
  datetime: "datetime",
};

const toField = (field: z.infer<typeof described>): RemoteField[] => {
  const type = fieldTypes[field.data_type];
  if (!type || field.api_name === keyField || field.api_name === "Modified_Time") return [];
  return [
    {
      name: field.api_name,
      label: field.field_label,
      type,
      isReadOnly: field.read_only || field.field_read_only,
      isRequired: field.system_mandatory,
      options: field.pick_list_values.map(({ actual_value }) => actual_value),
      maxLength: type === "text" ? (field.length ?? null) : null,
    },
  ];
};

const describe = (call: OperationCall) =>
  request(call, { path: `${api}/settings/fields?module=Contacts` }, z.object({ fields: z.array(described) }));

const prepare: PeopleFunctions["prepare"] = async (call) => {
  const known = await describe(call);
  if (!known.ok) return known;
  if (known.value.fields.some(({ api_name }) => api_name === keyField)) return { ok: true, value: null };
  const field = { field_label: "Faro Id", data_type: "text", length: 36, unique: { casesensitive: false } };
  const made = await request(
    call,
    { path: `${api}/settings/fields?module=Contacts`, ...jsonPost({ fields: [field] }) },
    z.object({ fields: z.array(z.object({ status: z.literal("success") })).min(1) }),
  );
  return made.ok ? { ok: true, value: null } : made;
};

const listPeople: PeopleFunctions["listPeople"] = async (call, { fields, after }) => {
  const search = new URLSearchParams({
    fields: columns(fields).join(","),
    per_page: String(pageSize),
    sort_by: "id",
    sort_order: "asc",
    ...(after ? { page_token: after } : {}),
  });
  const result = await request(call, { path: `${contacts}?${search}` }, pageOf(record));
  if (!result.ok) return result;
  const { data, info: paging } = result.value;
  const next = paging.more_records ? (paging.next_page_token ?? null) : null;
  return { ok: true, value: { people: data.map(toPerson), next } };
};

const readPeople: PeopleFunctions["readPeople"] = async (call, { fields, ids }) => {
  const search = new URLSearchParams({ fields: columns(fields).join(","), ids: ids.join(",") });
  const result = await request(call, { path: `${contacts}?${search}` }, pageOf(record));
  return result.ok ? { ok: true, value: result.value.data.map(toPerson) } : result;
};

/** So many values fit into one condition. */
const maxValues = 50;

const findPeople: PeopleFunctions["findPeople"] = async (call, { fields, emails }) => {
  const people: RemotePerson[] = [];
  for (let start = 0; start < emails.length; start += maxValues) {
    const list = emails
      .slice(start, start + maxValues)
      .map(quoted)
      .join(", ");
    const result = await query(call, fields, `where Email in (${list}) limit 0, ${pageSize}`);
    if (!result.ok) return result;
    people.push(...result.value.data.map(toPerson));
  }
  return { ok: true, value: people };
};

const deletedRecord = z.object({ id: z.string(), deleted_time: instant });
const zohoInstant = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, "+00:00");

/** Changed contacts by time, then the deleted ones of the recycle bin. */
const pullChanges: PeopleFunctions["pullChanges"] = async (call, { fields, since, after }) => {
  if (after?.startsWith("deleted|")) {
    const page = Number(after.slice("deleted|".length));
    const path = `${contacts}/deleted?type=all&per_page=${pageSize}&page=${page}`;
    const result = await request(call, { path }, pageOf(deletedRecord));
    if (!result.ok) return result;
    const { data, info: paging } = result.value;
    const deleted = data.filter(({ deleted_time }) => deleted_time >= since).map(({ id }) => id);
    return {
      ok: true,
      value: { people: [], deleted, next: paging.more_records ? `deleted|${page + 1}` : null },
    };
  }
  const [at = "", id = ""] = after?.split("|") ?? [];
  const time = quoted(zohoInstant(after ? Number(at) : since));
  const where = after
    ? `((Modified_Time > ${time}) or ((Modified_Time = ${time}) and (id > ${quoted(id)})))`
    : `Modified_Time >= ${time}`;
  const result = await query(
    call,
    fields,
    `where ${where} order by Modified_Time asc, id asc limit 0, ${pageSize}`,
  );
  if (!result.ok) return result;
  const { data } = result.value;
  const last = data.length < pageSize ? undefined : data.at(-1);
  return {
    ok: true,
    value: {
      people: data.map(toPerson),
      deleted: [],
      next: last ? `${last.Modified_Time}|${last.id}` : "deleted|1",
    },
  };
};

/** Each record has a status of its own, inside an answer that succeeded. */
const saved = z.object({
  data: z.array(
    z.object({
      status: z.string(),
      message: z.string().default(""),
      details: z
        .object({ id: z.string().optional(), Modified_Time: instant.optional() })
        .catchall(z.unknown()),
    }),
  ),
});

const refusedContact = { en: "Zoho refused the contact", es: "Zoho rechazó el contacto" };

const save = async (
  call: OperationCall,
  path: string,
  method: "PUT" | "POST",
  people: readonly PushedPerson[],
  keyOf: (person: PushedPerson) => object,
  more: object = {},
): Promise<OperationResult<PushResult[]>> => {
  const data = people.map((person) => ({ ...person.values, ...keyOf(person) }));
  const result = await request(call, { path, ...jsonPost({ data, ...more }), method }, saved);
  if (!result.ok) return result;
  return {
    ok: true,
    value: people.map((_, at) => {
      const { status, message = "", details } = result.value.data[at] ?? {};
      return status === "success" && details?.id
        ? { ok: true, remoteId: details.id, updatedAt: details.Modified_Time ?? null }
        : { ok: false, message: message ? vendorText(message) : refusedContact };
    }),
  };
};

const watched = z.object({
  watch: z
    .array(
      z.object({
        status: z.literal("success"),
        details: z.object({ events: z.array(z.object({ channel_expiry: instant })).min(1) }),
      }),
    )
    .min(1),
});
/** Every version of the interface allows a day; a longer time may be cut to an hour. */
const channelMs = 23 * 3_600_000;

const watch = async (
  call: OperationCall,
  method: "POST" | "PUT",
  id: string,
  { url, token }: { url: string; token: string },
): Promise<OperationResult<Subscribed>> => {
  const channel = {
    channel_id: id,
    events: ["Contacts.all"],
    channel_expiry: zohoInstant(Date.now() + channelMs),
    token,
    notify_url: url,
  };
  const path = `${api}/actions/watch`;
  const result = await request(call, { path, ...jsonPost({ watch: [channel] }), method }, watched);
  if (!result.ok) return result;
  const expiresAt = result.value.watch[0]?.details.events[0]?.channel_expiry ?? Date.now();
  return { ok: true, value: { id, secret: null, expiresAt } };
};

const webhookEvent = z.object({ module: z.string(), ids: z.array(z.string()).max(1000) });

/** Zoho counts credits by the day, and allows ten requests at a time. */
const rate = { requests: 10, perMs: 1000 };

export const zohoPeople = definePeopleVendor({
  connector: zoho,
  rate,
  searchLagMs: 60_000,
  listsDeletions: true,
  authorize: async (context, refused) => {
    const token = await authorizeZoho(context, readBearer(refused));
    return token.ok ? { ok: true, value: { authorization: `Zoho-oauthtoken ${token.value}` } } : token;
  },
  identifyAccount: async (call) => {
    const found = await request(
      call,
      { path: `${api}/org` },
      z.object({ org: z.array(z.object({ id: z.string(), company_name: z.string().nullish() })).min(1) }),
    );
    if (!found.ok) return found;
    const [organization] = found.value.org;
    const id = organization?.id ?? "";
    return { ok: true, value: { id, name: organization?.company_name ?? id } };
  },
  describeFields: async (call) => {
    const result = await describe(call);
    return result.ok ? { ok: true, value: result.value.fields.flatMap(toField) } : result;
  },
  prepare,
  countPeople: async (call) => {
    const result = await request(call, { path: `${contacts}/actions/count` }, z.object({ count: z.int() }));
    return result.ok ? { ok: true, value: result.value.count } : result;
  },
  listPeople,
  readPeople,
  findPeople,
  pullChanges,
  pushPeople: (call, { people }) =>
    pushByKind(
      people,
      (known) =>
        pushTogether(known, 100, (batch) =>
          save(call, contacts, "PUT", batch, ({ remoteId }) => ({ id: remoteId })),
        ),
      (unknown) =>
        pushTogether(unknown, 100, (batch) =>
          save(call, `${contacts}/upsert`, "POST", batch, ({ personId }) => ({ [keyField]: personId }), {
            duplicate_check_fields: [keyField, "Email"],
          }),
        ),
    ),
  deletePeople: async (call, { ids }) => {
    const result = await request(
      call,
      { path: `${contacts}?${new URLSearchParams({ ids: ids.join(",") })}`, method: "DELETE" },
      saved,
    );
    if (!result.ok) return result;
    const kept = ids.filter((_, at) => result.value.data[at]?.status !== "success");
    if (kept.length === 0) return { ok: true, value: [] };
    // Of a contact that is gone Zoho says the same as of one that may not be deleted, so these are looked up.
    const still = await readPeople(call, { fields: [], ids: kept });
    if (!still.ok) return still;
    const refused = still.value.map(({ id }) => {
      const { message = "" } = result.value.data[ids.indexOf(id)] ?? {};
      return { id, message: message ? vendorText(message) : refusedContact };
    });
    return { ok: true, value: refused };
  },
  webhook: {
    proof: { kind: "token", secret: null },
    readIds: (body) => {
      const event = webhookEvent.safeParse(body);
      return event.success && event.data.module === "Contacts" ? event.data.ids : [];
    },
    subscription: defineSubscription(rate, {
      subscribe: (call, channel) => watch(call, "POST", String(randomInt(1, 2 ** 47)), channel),
      renew: (call, { id, ...channel }) => watch(call, "PUT", id, channel),
    }),
  },
});

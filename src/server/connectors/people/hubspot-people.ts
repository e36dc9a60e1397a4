import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import type { RemoteField, RemoteType } from "#domain/sync/field-map.ts";
import type { RemotePerson } from "#domain/sync/plan-pair.ts";
import type { SyncValue } from "#domain/sync/remote-value.ts";
import { hubspot } from "#server/connectors/hubspot.ts";
import {
  defineOperation,
  type ErrorClassifier,
  type OperationCall,
  type OperationResult,
  operationRequest,
} from "#server/connectors/operation.ts";
import { bearerAuth, jsonPost } from "#server/connectors/vendor-request.ts";
import {
  type ChangesPage,
  changesInput,
  deleteInput,
  describeInput,
  findInput,
  listInput,
  type PeopleVendor,
  type PushedPerson,
  type PushResult,
  pushInput,
  readInput,
} from "./people-vendor.ts";

const label = hubspot.label;
const contacts = "/crm/v3/objects/contacts";
const maxBytes = 16 * 1024 * 1024;

/** A private app may send 100 requests in ten seconds; the search allows five a second. */
const rate = { requests: 90, perMs: 10_000 };
const searchRate = { requests: 4, perMs: 1000 };
const retry = retryPolicies.vendorOperation;

/** Recognises a person without an e-mail address. */
const keyProperty = "faro_id";

const errorBody = z.object({ status: z.literal("error"), category: z.string().default("") });

/** HubSpot puts errors into an envelope, sometimes with a success status. */
const classify: ErrorClassifier = ({ status, json }) => {
  const error = errorBody.safeParse(json);
  if (!error.success) return undefined;
  const { category } = error.data;
  if (category === "RATE_LIMITS" || status === 429) return "rate";
  if (/AUTHENTICATION|SCOPES|BANNED|PERMISSION/.test(category)) return "auth";
  if (status < 300) return "transient";
  return undefined;
};

const request = <T>(
  call: OperationCall,
  path: string,
  body: unknown,
  schema: z.ZodType<T>,
): Promise<OperationResult<T>> =>
  operationRequest(
    label,
    call,
    { path, maxBytes, ...(body === undefined ? {} : jsonPost(body)) },
    schema,
    classify,
  );

const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const contact = z.object({
  id: z.string(),
  properties: z.record(z.string(), z.unknown()),
  updatedAt: instant,
  archivedAt: instant.optional(),
});
type Contact = z.infer<typeof contact>;
const contactPage = z.object({
  results: z.array(contact),
  paging: z.object({ next: z.object({ after: z.string() }).optional() }).optional(),
});
const contactList = z.object({ results: z.array(contact) });

const toPerson = ({ id, properties, updatedAt }: Contact): RemotePerson => ({
  id,
  values: properties,
  updatedAt,
});

const property = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  fieldType: z.string().default(""),
  calculated: z.boolean().default(false),
  hidden: z.boolean().default(false),
  options: z.array(z.object({ value: z.string(), hidden: z.boolean().optional() })).default([]),
  modificationMetadata: z.object({ readOnlyValue: z.boolean().default(false) }).optional(),
});

const propertyTypes: Record<string, RemoteType> = {
  number: "number",
  bool: "boolean",
  date: "date",
  datetime: "datetime",
  phone_number: "phone",
};

const typeOf = ({ name, type, fieldType }: z.infer<typeof property>): RemoteType => {
  if (type === "enumeration") {
    if (fieldType === "booleancheckbox") return "boolean";
    return fieldType === "checkbox" ? "choices" : "choice";
  }
  if (name === "email") return "email";
  return fieldType === "phonenumber" ? "phone" : (propertyTypes[type] ?? "text");
};

const toField = (found: z.infer<typeof property>): RemoteField => {
  const type = typeOf(found);
  return {
    name: found.name,
    label: found.label,
    type,
    isReadOnly: found.calculated || (found.modificationMetadata?.readOnlyValue ?? false),
    isRequired: false,
    options: type === "choice" || type === "choices" ? found.options.map(({ value }) => value) : [],
    maxLength: type === "text" ? 65_536 : null,
  };
};

/** HubSpot's values are texts; an empty one clears the property. */
const toText = (value: SyncValue): string =>
  value === null ? "" : Array.isArray(value) ? value.join(";") : String(value);
const toProperties = (values: Record<string, SyncValue>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toText(value)]));

const describeFields = defineOperation({
  name: "describe_fields",
  input: describeInput,
  idempotency: "read",
  rate,
  retry,
  run: async (call) => {
    const result = await request(
      call,
      "/crm/v3/properties/contacts?archived=false",
      undefined,
      z.object({ results: z.array(property) }),
    );
    if (!result.ok) return result;
    const shown = result.value.results.filter(({ hidden, name }) => !hidden && name !== keyProperty);
    return { ok: true, value: shown.map(toField) };
  },
});

const prepare = defineOperation({
  name: "prepare",
  input: describeInput,
  idempotency: "upsert",
  rate,
  retry,
  run: async (call) => {
    const known = await request(
      call,
      `/crm/v3/properties/contacts/${keyProperty}`,
      undefined,
      z.object({ name: z.string() }),
    );
    if (known.ok) return { ok: true, value: null };
    if (known.error.kind !== "invalid") return known;
    const made = await request(
      call,
      "/crm/v3/properties/contacts",
      {
        name: keyProperty,
        label: "Faro ID",
        type: "string",
        fieldType: "text",
        groupName: "contactinformation",
        hasUniqueValue: true,
      },
      z.object({ name: z.string() }),
    );
    return made.ok ? { ok: true, value: null } : made;
  },
});

const countPeople = defineOperation({
  name: "count_people",
  input: describeInput,
  idempotency: "read",
  rate: searchRate,
  retry,
  run: async (call) => {
    const result = await request(
      call,
      `${contacts}/search`,
      { filterGroups: [], properties: [], limit: 1 },
      z.object({ total: z.int() }),
    );
    return result.ok ? { ok: true, value: result.value.total } : result;
  },
});

const listPath = (fields: readonly string[], after: string | null, isArchived: boolean): string => {
  const query = new URLSearchParams({
    limit: "100",
    archived: String(isArchived),
    properties: fields.join(","),
  });
  if (after) query.set("after", after);
  return `${contacts}?${query}`;
};

const listPeople = defineOperation({
  name: "list_people",
  input: listInput,
  idempotency: "read",
  rate,
  retry,
  run: async (call, { fields, after }) => {
    const result = await request(call, listPath(fields, after, false), undefined, contactPage);
    if (!result.ok) return result;
    return {
      ok: true,
      value: {
        people: result.value.results.map(toPerson),
        next: result.value.paging?.next?.after ?? null,
      },
    };
  },
});

const readBatch = async (
  call: OperationCall,
  fields: readonly string[],
  keys: readonly string[],
  idProperty?: string,
): Promise<OperationResult<RemotePerson[]>> => {
  const result = await request(
    call,
    `${contacts}/batch/read`,
    {
      properties: fields,
      propertiesWithHistory: [],
      inputs: keys.map((id) => ({ id })),
      ...(idProperty ? { idProperty } : {}),
    },
    // Contacts that do not exist are left out.
    contactList,
  );
  return result.ok ? { ok: true, value: result.value.results.map(toPerson) } : result;
};

const readPeople = defineOperation({
  name: "read_people",
  input: readInput,
  idempotency: "read",
  rate,
  retry,
  run: (call, { fields, ids }) => readBatch(call, fields, ids),
});

const findPeople = defineOperation({
  name: "find_people",
  input: findInput,
  idempotency: "read",
  rate,
  retry,
  run: (call, { fields, emails }) => readBatch(call, fields, emails, "email"),
});

const searchLimit = 200;

/** Changed contacts by time of change, then the list of deleted ones, which has no order by time. */
type ChangesCursor = { part: "changed" | "archived"; from: number; after: string };

const readCursor = (after: string | null, since: number): ChangesCursor => {
  const [part, from, offset = ""] = after?.split("|") ?? [];
  return part === "changed" || part === "archived"
    ? { part, from: Number(from), after: offset }
    : { part: "changed", from: since, after: "" };
};
const writeCursor = ({ part, from, after }: ChangesCursor): string => `${part}|${from}|${after}`;

const pullChanges = defineOperation({
  name: "pull_changes",
  input: changesInput,
  idempotency: "read",
  rate: searchRate,
  retry,
  run: async (call, { fields, since, after }): Promise<OperationResult<ChangesPage>> => {
    const cursor = readCursor(after, since);
    if (cursor.part === "archived") {
      const result = await request(call, listPath([], cursor.after || null, true), undefined, contactPage);
      if (!result.ok) return result;
      const next = result.value.paging?.next?.after;
      const deleted = result.value.results.filter(({ archivedAt }) => (archivedAt ?? since) >= since);
      return {
        ok: true,
        value: {
          people: [],
          deleted: deleted.map(({ id }) => id),
          next: next === undefined ? null : writeCursor({ ...cursor, after: next }),
        },
      };
    }
    const result = await request(
      call,
      `${contacts}/search`,
      {
        filterGroups: [
          { filters: [{ propertyName: "lastmodifieddate", operator: "GTE", value: String(cursor.from) }] },
        ],
        sorts: [{ propertyName: "lastmodifieddate", direction: "ASCENDING" }],
        properties: fields,
        limit: searchLimit,
        ...(cursor.after ? { after: cursor.after } : {}),
      },
      contactPage,
    );
    if (!result.ok) return result;
    const { results, paging } = result.value;
    const last = results.at(-1)?.updatedAt ?? cursor.from;
    const offset = paging?.next?.after;
    // A search ends after 10,000 results, so the next page starts at the time of the last one wherever that moves on.
    const next: ChangesCursor =
      offset === undefined
        ? { part: "archived", from: since, after: "" }
        : last > cursor.from
          ? { part: "changed", from: last, after: "" }
          : { ...cursor, after: offset };
    return { ok: true, value: { people: results.map(toPerson), deleted: [], next: writeCursor(next) } };
  },
});

const pushed = z.object({
  results: z.array(contact),
  errors: z.array(z.object({ message: z.string() })).default([]),
});

/** Updates by id; others by e-mail address, or by our key where there is none: a repetition finds what it made. */
const writeGroup = async (
  call: OperationCall,
  path: string,
  people: readonly PushedPerson[],
  toInput: (person: PushedPerson) => object,
  keyOf: (found: Contact) => string,
  keyOfPerson: (person: PushedPerson) => string,
): Promise<OperationResult<Map<string, PushResult>>> => {
  const results = new Map<string, PushResult>();
  if (people.length === 0) return { ok: true, value: results };
  const written = await request(call, `${contacts}${path}`, { inputs: people.map(toInput) }, pushed);
  if (!written.ok) {
    if (written.error.kind !== "invalid") return written;
    if (people.length === 1)
      return {
        ok: true,
        value: new Map([[people[0]?.personId ?? "", { ok: false, message: written.error.message.en }]]),
      };
    // One wrong value refuses the whole batch, so it is halved until that value is alone.
    const middle = Math.ceil(people.length / 2);
    for (const half of [people.slice(0, middle), people.slice(middle)]) {
      const part = await writeGroup(call, path, half, toInput, keyOf, keyOfPerson);
      if (!part.ok) return part;
      for (const [id, result] of part.value) results.set(id, result);
    }
    return { ok: true, value: results };
  }
  const byKey = new Map(written.value.results.map((found) => [keyOf(found), found]));
  const message = written.value.errors[0]?.message ?? "HubSpot did not confirm the contact";
  for (const person of people) {
    const found = byKey.get(keyOfPerson(person));
    results.set(
      person.personId,
      found ? { ok: true, remoteId: found.id, updatedAt: found.updatedAt } : { ok: false, message },
    );
  }
  return { ok: true, value: results };
};

const lower = (value: unknown): string => String(value ?? "").toLowerCase();

const pushPeople = defineOperation({
  name: "push_people",
  input: pushInput,
  idempotency: "upsert",
  rate,
  retry,
  run: async (call, { people }): Promise<OperationResult<PushResult[]>> => {
    const known = people.filter(({ remoteId }) => remoteId !== null);
    const byEmail = people.filter(({ remoteId, email }) => remoteId === null && email !== null);
    const byKey = people.filter(({ remoteId, email }) => remoteId === null && email === null);
    const groups = [
      () =>
        writeGroup(
          call,
          "/batch/update",
          known,
          ({ remoteId, values }) => ({ id: remoteId, properties: toProperties(values) }),
          ({ id }) => id,
          ({ remoteId }) => remoteId ?? "",
        ),
      () =>
        writeGroup(
          call,
          "/batch/upsert",
          byEmail,
          ({ email, values }) => ({ idProperty: "email", id: email, properties: toProperties(values) }),
          ({ properties }) => lower(properties.email),
          ({ email }) => lower(email),
        ),
      () =>
        writeGroup(
          call,
          "/batch/upsert",
          byKey,
          ({ personId, values }) => ({
            idProperty: keyProperty,
            id: personId,
            properties: { ...toProperties(values), [keyProperty]: personId },
          }),
          ({ properties }) => lower(properties[keyProperty]),
          ({ personId }) => personId,
        ),
    ];
    const results = new Map<string, PushResult>();
    for (const group of groups) {
      const written = await group();
      if (!written.ok) return written;
      for (const [id, result] of written.value) results.set(id, result);
    }
    return {
      ok: true,
      value: people.map(
        ({ personId }) => results.get(personId) ?? { ok: false, message: "HubSpot did not answer for it" },
      ),
    };
  },
});

const deletePeople = defineOperation({
  name: "delete_people",
  input: deleteInput,
  idempotency: "upsert",
  rate,
  retry,
  run: async (call, { ids }) => {
    const result = await request(
      call,
      `${contacts}/batch/archive`,
      { inputs: ids.map((id) => ({ id })) },
      z.unknown().transform(() => null),
    );
    return result.ok ? { ok: true, value: null } : result;
  },
});

const webhookEvents = z.array(
  z.object({ objectId: z.union([z.number(), z.string()]).transform(String), subscriptionType: z.string() }),
);

export const hubspotPeople: PeopleVendor = {
  connector: hubspot,
  rate,
  searchLagMs: 60_000,
  authorize: async ({ settings }) => ({ ok: true, value: bearerAuth(settings.accessToken as string | null) }),
  describeFields,
  prepare,
  countPeople,
  listPeople,
  readPeople,
  findPeople,
  pullChanges,
  pushPeople,
  deletePeople,
  webhook: {
    secret: "clientSecret",
    scheme: "hubspot",
    readIds: (body) => {
      const events = webhookEvents.safeParse(body);
      if (!events.success) return [];
      return [
        ...new Set(
          events.data
            .filter(({ subscriptionType }) => subscriptionType.startsWith("contact."))
            .map(({ objectId }) => objectId),
        ),
      ];
    },
  },
};

import * as z from "zod";
import { type RemoteField, type RemoteType, remoteField } from "#domain/sync/field-map.ts";
import type { RemotePerson } from "#domain/sync/plan-pair.ts";
import { airtable } from "#server/connectors/airtable.ts";
import type { VendorRequest } from "#server/connectors/connector.ts";
import { type ErrorClassifier, type OperationCall, operationRequest } from "#server/connectors/operation.ts";
import { isGone, type OperationResult } from "#server/connectors/operation-result.ts";
import { bearerAuth, jsonPost } from "#server/connectors/vendor-request.ts";
import {
  type DeleteRefusal,
  definePeopleVendor,
  defineSubscription,
  type PeopleFunctions,
  type PushedPerson,
  type PushResult,
  type Subscribed,
} from "./people-vendor.ts";
import { deleteEach, pushByKind, pushTogether } from "./push-each.ts";

const maxBytes = 16 * 1024 * 1024;
/** Airtable's limit of records in one request. */
const batchSize = 10;

/** The field by which a person is recognised. */
const keyField = "Faro ID";

const failure = z.object({ error: z.union([z.string(), z.object({ type: z.string() })]) });
const classify: ErrorClassifier = ({ status, json }) =>
  status < 300 && failure.safeParse(json).success ? "transient" : undefined;

const request = <T>(
  call: OperationCall,
  vendorRequest: VendorRequest,
  schema: z.ZodType<T>,
): Promise<OperationResult<T>> =>
  operationRequest(airtable.label, call, { maxBytes, ...vendorRequest }, schema, classify);

const described = z.object({
  name: z.string(),
  type: z.string(),
  options: z.object({ choices: z.array(z.object({ name: z.string() })).optional() }).nullish(),
});
const tableSchema = z.object({ id: z.string(), name: z.string(), fields: z.array(described) });
type AirtableTable = z.infer<typeof tableSchema>;

const notConfirmed = {
  en: "Airtable did not confirm the record",
  es: "Airtable no confirmó el registro",
};

const notChosen: OperationResult<never> = {
  ok: false,
  error: {
    kind: "auth",
    mayHaveHappened: false,
    message: {
      en: "Enter the base and the table whose records are people",
      es: "Indique la base y la tabla cuyos registros son personas",
    },
  },
};

const findTable = async (call: OperationCall): Promise<OperationResult<AirtableTable>> => {
  const { baseId, table } = call.settings;
  if (!baseId || !table) return notChosen;
  const result = await request(
    call,
    { path: `/v0/meta/bases/${String(baseId)}/tables` },
    z.object({ tables: z.array(tableSchema) }),
  );
  if (!result.ok) return result;
  const found = result.value.tables.find(({ id, name }) => id === table || name === table);
  return found ? { ok: true, value: found } : notChosen;
};

const recordsPath = ({ settings }: OperationCall): string =>
  `/v0/${String(settings.baseId)}/${encodeURIComponent(String(settings.table))}`;

const fieldTypes: Record<string, RemoteType> = {
  singleLineText: "text",
  multilineText: "text",
  richText: "text",
  url: "text",
  email: "email",
  phoneNumber: "phone",
  number: "number",
  currency: "number",
  percent: "number",
  rating: "number",
  checkbox: "boolean",
  date: "date",
  dateTime: "datetime",
  singleSelect: "choice",
  multipleSelects: "choices",
};

const toField = ({ name, type, options }: z.infer<typeof described>): RemoteField[] => {
  const known = fieldTypes[type];
  if (!known || name === keyField) return [];
  return [remoteField(name, name, known, { options: options?.choices?.map((choice) => choice.name) ?? [] })];
};

const record = z.object({ id: z.string(), fields: z.record(z.string(), z.unknown()) });
const recordPage = z.object({ records: z.array(record), offset: z.string().optional() });

/** Airtable leaves blank fields out, and tells no time of change, so the time of reading counts. */
const toPerson = ({ id, fields }: z.infer<typeof record>, names: readonly string[]): RemotePerson => ({
  id,
  values: Object.fromEntries(names.map((name) => [name, fields[name] ?? null])),
  updatedAt: Date.now(),
});

const listRecords = async (
  call: OperationCall,
  fields: readonly string[],
  { formula, after }: { formula?: string; after?: string | null } = {},
) => {
  const query = new URLSearchParams({ pageSize: "100", ...(formula ? { filterByFormula: formula } : {}) });
  for (const name of fields) query.append("fields[]", name);
  if (after) query.set("offset", after);
  const result = await request(call, { path: `${recordsPath(call)}?${query}` }, recordPage);
  if (!result.ok) return result;
  const people = result.value.records.map((one) => toPerson(one, fields));
  return { ok: true as const, value: { people, deleted: [], next: result.value.offset ?? null } };
};

const quoted = (text: string): string => `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;

const saveRecords = async (
  call: OperationCall,
  people: readonly PushedPerson[],
  isNew: boolean,
): Promise<OperationResult<PushResult[]>> => {
  const records = people.map(({ personId, remoteId, values }) =>
    isNew ? { fields: { ...values, [keyField]: personId } } : { id: remoteId, fields: values },
  );
  const merge = isNew ? { performUpsert: { fieldsToMergeOn: [keyField] } } : {};
  const body = jsonPost({ records, typecast: true, ...merge });
  const result = await request(call, { path: recordsPath(call), ...body, method: "PATCH" }, recordPage);
  if (!result.ok) return result;
  // Records come back in the order in which they were sent.
  return {
    ok: true,
    value: people.map((_, at) => {
      const saved = result.value.records[at];
      return saved ? { ok: true, remoteId: saved.id, updatedAt: null } : { ok: false, message: notConfirmed };
    }),
  };
};

const readRecords = async (
  call: OperationCall,
  fields: readonly string[],
  ids: readonly string[],
): Promise<OperationResult<RemotePerson[]>> => {
  const formula = `OR(${ids.map((id) => `RECORD_ID()=${quoted(id)}`).join(",")})`;
  const result = await listRecords(call, fields, { formula });
  return result.ok ? { ok: true, value: result.value.people } : result;
};

const removeRecords = (call: OperationCall, ids: readonly string[]) => {
  const query = new URLSearchParams(ids.map((id): [string, string] => ["records[]", id]));
  return request(call, { path: `${recordsPath(call)}?${query}`, method: "DELETE" }, z.unknown());
};

/** One record that is gone refuses the whole batch, so only those that are there are deleted. */
const deletePeople: PeopleFunctions["deletePeople"] = async (call, { ids }) => {
  const found = await readRecords(call, [], ids);
  if (!found.ok) return found;
  const there = found.value.map(({ id }) => id);
  const refused: DeleteRefusal[] = [];
  for (let start = 0; start < there.length; start += batchSize) {
    const batch = there.slice(start, start + batchSize);
    const removed = await removeRecords(call, batch);
    if (removed.ok) continue;
    if (removed.error.kind !== "invalid") return removed;
    const each = await deleteEach(batch, (id) => removeRecords(call, [id]));
    if (!each.ok) return each;
    refused.push(...each.value);
  }
  return { ok: true, value: refused };
};

const webhooksPath = ({ settings }: OperationCall): string => `/v0/bases/${String(settings.baseId)}/webhooks`;

const expiry = z.string().transform((text) => Date.parse(text));

const subscribe = async (call: OperationCall, url: string): Promise<OperationResult<Subscribed>> => {
  const table = await findTable(call);
  if (!table.ok) return table;
  const filters = { dataTypes: ["tableData"], recordChangeScope: table.value.id };
  const made = await request(
    call,
    {
      path: webhooksPath(call),
      ...jsonPost({ notificationUrl: url, specification: { options: { filters } } }),
    },
    z.object({ id: z.string(), macSecretBase64: z.string(), expirationTime: expiry }),
  );
  if (!made.ok) return made;
  const { id, macSecretBase64, expirationTime } = made.value;
  return { ok: true, value: { id, secret: macSecretBase64, expiresAt: expirationTime } };
};

const reportedTable = z.object({
  createdRecordsById: z.record(z.string(), z.unknown()).default({}),
  changedRecordsById: z.record(z.string(), z.unknown()).default({}),
  destroyedRecordIds: z.array(z.string()).default([]),
});
const reports = z.object({
  payloads: z.array(z.object({ changedTablesById: z.record(z.string(), reportedTable).default({}) })),
  cursor: z.int(),
  mightHaveMore: z.boolean(),
});

/** Airtable's limit of requests for a base. */
const rate = { requests: 5, perMs: 1000 };

export const airtablePeople = definePeopleVendor({
  connector: airtable,
  rate,
  searchLagMs: 60_000,
  listsDeletions: false,
  authorize: async ({ settings }) => ({
    ok: true,
    value: bearerAuth(settings.personalAccessToken as string | null),
  }),
  identifyAccount: async (call) => {
    const table = await findTable(call);
    if (!table.ok) return table;
    const { id, name } = table.value;
    return { ok: true, value: { id: `${String(call.settings.baseId)}/${id}`, name } };
  },
  describeFields: async (call) => {
    const table = await findTable(call);
    return table.ok ? { ok: true, value: table.value.fields.flatMap(toField) } : table;
  },
  prepare: async (call) => {
    const table = await findTable(call);
    if (!table.ok) return table;
    if (table.value.fields.some(({ name }) => name === keyField)) return { ok: true, value: null };
    const made = await request(
      call,
      {
        path: `/v0/meta/bases/${String(call.settings.baseId)}/tables/${table.value.id}/fields`,
        ...jsonPost({ name: keyField, type: "singleLineText" }),
      },
      z.object({ id: z.string() }),
    );
    return made.ok ? { ok: true, value: null } : made;
  },
  countPeople: async (call) => {
    // Airtable has no count, so pages are counted, of a large table the first ones.
    let count = 0;
    let after: string | null = null;
    for (let page = 0; page < 20; page++) {
      const result: Awaited<ReturnType<typeof listRecords>> = await listRecords(call, [], { after });
      if (!result.ok) return result;
      count += result.value.people.length;
      after = result.value.next;
      if (after === null) break;
    }
    return { ok: true, value: count };
  },
  listPeople: (call, { fields, after }) => listRecords(call, fields, { after }),
  readPeople: (call, { fields, ids }) => readRecords(call, fields, ids),
  findPeople: async (call, { fields, emails, emailField }) => {
    const column = `LOWER({${emailField.replaceAll(/[{}\\]/g, String.raw`\$&`)}})`;
    const formula = `OR(${emails.map((email) => `${column}=${quoted(email)}`).join(",")})`;
    const result = await listRecords(call, fields, { formula });
    return result.ok ? { ok: true, value: result.value.people } : result;
  },
  pullChanges: (call, { fields, since, after }) => {
    const formula = `IS_AFTER(LAST_MODIFIED_TIME(), ${quoted(new Date(since).toISOString())})`;
    return listRecords(call, fields, { formula, after });
  },
  pushPeople: (call, { people }) =>
    pushByKind(
      people,
      (known) => pushTogether(known, batchSize, (batch) => saveRecords(call, batch, false)),
      (unknown) => pushTogether(unknown, batchSize, (batch) => saveRecords(call, batch, true)),
    ),
  deletePeople,
  webhook: {
    proof: { kind: "mac", header: "x-airtable-content-mac", secret: null },
    // The report says only that there is something; the list of reports says what.
    readIds: () => [],
    subscription: defineSubscription(rate, {
      subscribe: (call, { url }) => subscribe(call, url),
      renew: async (call, { id, url }) => {
        const renewed = await request(
          call,
          { path: `${webhooksPath(call)}/${id}/refresh`, ...jsonPost({}) },
          z.object({ expirationTime: expiry }),
        );
        // One that ran out is gone.
        if (!renewed.ok) return isGone(renewed.error) ? subscribe(call, url) : renewed;
        return { ok: true, value: { id, secret: null, expiresAt: renewed.value.expirationTime } };
      },
      readReports: async (call, { id, cursor }) => {
        const query = new URLSearchParams({ limit: "50", ...(cursor ? { cursor } : {}) });
        const read = await request(call, { path: `${webhooksPath(call)}/${id}/payloads?${query}` }, reports);
        if (!read.ok) return read;
        const tables = read.value.payloads.flatMap(({ changedTablesById }) =>
          Object.values(changedTablesById),
        );
        const ids = tables.flatMap(({ createdRecordsById, changedRecordsById, destroyedRecordIds }) => [
          ...Object.keys(createdRecordsById),
          ...Object.keys(changedRecordsById),
          ...destroyedRecordIds,
        ]);
        return {
          ok: true,
          value: { ids, cursor: String(read.value.cursor), hasMore: read.value.mightHaveMore },
        };
      },
    }),
  },
});

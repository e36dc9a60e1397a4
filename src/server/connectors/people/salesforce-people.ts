import * as z from "zod";
import type { RemoteField, RemoteType } from "#domain/sync/field-map.ts";
import type { RemotePerson } from "#domain/sync/plan-pair.ts";
import type { SyncValue } from "#domain/sync/remote-value.ts";
import type { VendorRequest } from "#server/connectors/connector.ts";
import { type ErrorClassifier, type OperationCall, operationRequest } from "#server/connectors/operation.ts";
import type { OperationResult } from "#server/connectors/operation-result.ts";
import { salesforce, salesforceToken, salesforceTokenRequest } from "#server/connectors/salesforce.ts";
import { vendorText } from "#server/connectors/test-result.ts";
import { bearerAuth, jsonPost, readBearer } from "#server/connectors/vendor-request.ts";
import {
  type DeleteRefusal,
  definePeopleVendor,
  type PeopleFunctions,
  type PushedPerson,
  type PushResult,
} from "./people-vendor.ts";

const label = salesforce.label;
const api = "/services/data/v60.0";
const maxBytes = 16 * 1024 * 1024;
/** Salesforce limits requests by the day; this leaves room for others. */
const rate = { requests: 20, perMs: 1000 };
const pageSize = 500;

/** The external id by which a person is recognised; an administrator of Salesforce makes the field. */
const keyField = "Faro_Id__c";

const errorList = z.array(z.object({ errorCode: z.string(), message: z.string() })).min(1);

const classify: ErrorClassifier = ({ json }) => {
  const errors = errorList.safeParse(json);
  if (!errors.success) return undefined;
  const code = errors.data[0]?.errorCode ?? "";
  if (code === "REQUEST_LIMIT_EXCEEDED") return "rate";
  if (/^(?:SERVER_UNAVAILABLE|UNABLE_TO_LOCK_ROW|QUERY_TIMEOUT)$/.test(code)) return "transient";
  if (/^(?:INVALID_SESSION_ID|API_DISABLED_FOR_ORG|INSUFFICIENT_ACCESS)/.test(code)) return "auth";
  return "invalid";
};

const request = <T>(
  call: OperationCall,
  vendorRequest: VendorRequest,
  schema: z.ZodType<T>,
): Promise<OperationResult<T>> =>
  operationRequest(label, call, { maxBytes, ...vendorRequest }, schema, classify);

const jsonPatch = (body: unknown): Pick<VendorRequest, "method" | "headers" | "body"> => ({
  ...jsonPost(body),
  method: "PATCH",
});

/** A value inside quotes in SOQL. */
const quoted = (text: string): string => `'${text.replaceAll(/[\\'"]/g, String.raw`\$&`)}'`;

const record = z
  .object({
    Id: z.string(),
    SystemModstamp: z.string().transform((text) => Date.parse(text.replace(/\+0000$/, "Z"))),
    IsDeleted: z.boolean().optional(),
  })
  .catchall(z.unknown());
const queryResult = z.object({ totalSize: z.int(), records: z.array(record) });
type Row = z.infer<typeof record>;

const toPerson = ({ Id, SystemModstamp, IsDeleted, attributes, ...values }: Row): RemotePerson => ({
  id: Id,
  values,
  updatedAt: SystemModstamp,
});

const ownColumns = ["Id", "SystemModstamp", "IsDeleted"];
const columns = (fields: readonly string[]): string =>
  [...new Set([...ownColumns, ...fields.filter((name) => /^\w+$/.test(name))])].join(", ");

const query = (call: OperationCall, soql: string, isAll = false) =>
  request(
    call,
    { path: `${api}/${isAll ? "queryAll" : "query"}?${new URLSearchParams({ q: soql })}` },
    queryResult,
  );

const described = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  length: z.int().default(0),
  nillable: z.boolean().default(true),
  createable: z.boolean().default(false),
  updateable: z.boolean().default(false),
  defaultedOnCreate: z.boolean().default(false),
  picklistValues: z.array(z.object({ value: z.string(), active: z.boolean().default(true) })).default([]),
});

const fieldTypes: Record<string, RemoteType> = {
  string: "text",
  textarea: "text",
  url: "text",
  email: "email",
  phone: "phone",
  picklist: "choice",
  combobox: "text",
  multipicklist: "choices",
  boolean: "boolean",
  double: "number",
  currency: "number",
  percent: "number",
  int: "number",
  date: "date",
  datetime: "datetime",
};

const toField = (field: z.infer<typeof described>): RemoteField[] => {
  const type = fieldTypes[field.type];
  // Ids, references and compound addresses are no values of a person.
  if (!type || field.name === keyField || ownColumns.includes(field.name)) return [];
  return [
    {
      name: field.name,
      label: field.label,
      type,
      isReadOnly: !field.updateable,
      isRequired: field.createable && !field.nillable && !field.defaultedOnCreate,
      options: field.picklistValues.filter(({ active }) => active).map(({ value }) => value),
      maxLength: field.length > 0 ? field.length : null,
    },
  ];
};

const describe = (call: OperationCall) =>
  request(call, { path: `${api}/sobjects/Contact/describe` }, z.object({ fields: z.array(described) }));

const describeFields: PeopleFunctions["describeFields"] = async (call) => {
  const result = await describe(call);
  return result.ok ? { ok: true, value: result.value.fields.flatMap(toField) } : result;
};

const prepare: PeopleFunctions["prepare"] = async (call) => {
  const result = await describe(call);
  if (!result.ok) return result;
  if (result.value.fields.some(({ name }) => name === keyField)) return { ok: true, value: null };
  return {
    ok: false,
    error: {
      kind: "invalid",
      mayHaveHappened: false,
      message: {
        en: `Contacts need the text field ${keyField}, unique and an external ID. Add it in Salesforce under Setup › Object Manager › Contact`,
        es: `Los contactos necesitan el campo de texto ${keyField}, único y con identificador externo. Añádalo en Salesforce en Configuración › Gestor de objetos › Contacto`,
      },
    },
  };
};

const countPeople: PeopleFunctions["countPeople"] = async (call) => {
  const result = await query(call, "SELECT COUNT() FROM Contact");
  return result.ok ? { ok: true, value: result.value.totalSize } : result;
};

const listPeople: PeopleFunctions["listPeople"] = async (call, { fields, after }) => {
  const where = after ? ` WHERE Id > ${quoted(after)}` : "";
  const result = await query(
    call,
    `SELECT ${columns(fields)} FROM Contact${where} ORDER BY Id LIMIT ${pageSize}`,
  );
  if (!result.ok) return result;
  const { records } = result.value;
  return {
    ok: true,
    value: {
      people: records.map(toPerson),
      next: records.length < pageSize ? null : (records.at(-1)?.Id ?? null),
    },
  };
};

const readBy = async (
  call: OperationCall,
  fields: readonly string[],
  column: "Id" | "Email",
  keys: readonly string[],
): Promise<OperationResult<RemotePerson[]>> => {
  const result = await query(
    call,
    `SELECT ${columns(fields)} FROM Contact WHERE ${column} IN (${keys.map(quoted).join(", ")}) ORDER BY Id`,
  );
  return result.ok ? { ok: true, value: result.value.records.map(toPerson) } : result;
};

const readPeople: PeopleFunctions["readPeople"] = (call, { fields, ids }) => readBy(call, fields, "Id", ids);

const findPeople: PeopleFunctions["findPeople"] = (call, { fields, emails }) =>
  readBy(call, fields, "Email", emails);

const soqlInstant = (ms: number): string => new Date(ms).toISOString();

const pullChanges: PeopleFunctions["pullChanges"] = async (call, { fields, since, after }) => {
  const [at, id] = after?.split("|") ?? [];
  const where = id
    ? `(SystemModstamp > ${soqlInstant(Number(at))}) OR (SystemModstamp = ${soqlInstant(Number(at))} AND Id > ${quoted(id)})`
    : `SystemModstamp >= ${soqlInstant(since)}`;
  // With deleted contacts, which carry the time of their deletion.
  const result = await query(
    call,
    `SELECT ${columns(fields)} FROM Contact WHERE ${where} ORDER BY SystemModstamp, Id LIMIT ${pageSize}`,
    true,
  );
  if (!result.ok) return result;
  const { records } = result.value;
  const last = records.length < pageSize ? undefined : records.at(-1);
  return {
    ok: true,
    value: {
      people: records.filter(({ IsDeleted }) => !IsDeleted).map(toPerson),
      deleted: records.filter(({ IsDeleted }) => IsDeleted).map(({ Id }) => Id),
      next: last ? `${last.SystemModstamp}|${last.Id}` : null,
    },
  };
};

const saveResult = z.array(
  z.object({
    id: z.string().nullish(),
    success: z.boolean(),
    errors: z
      .array(z.object({ message: z.string().default(""), statusCode: z.string().default("") }))
      .default([]),
  }),
);

const toRecord = (values: Record<string, SyncValue>): Record<string, unknown> => ({
  attributes: { type: "Contact" },
  ...Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.join(";") : value]),
  ),
});

const refusedContact = { en: "Salesforce refused the contact", es: "Salesforce rechazó el contacto" };
const noAnswer = { en: "Salesforce did not answer for it", es: "Salesforce no respondió por este contacto" };

const save = async (
  call: OperationCall,
  path: string,
  people: readonly PushedPerson[],
  keyOf: (person: PushedPerson) => object,
): Promise<OperationResult<[string, PushResult][]>> => {
  if (people.length === 0) return { ok: true, value: [] };
  const body = {
    allOrNone: false,
    records: people.map((person) => ({ ...toRecord(person.values), ...keyOf(person) })),
  };
  const result = await request(
    call,
    { path: `${api}/composite/sobjects${path}`, ...jsonPatch(body) },
    saveResult,
  );
  if (!result.ok) return result;
  return {
    ok: true,
    value: people.map(({ personId }, index) => {
      const saved = result.value[index];
      if (saved?.success && saved.id) return [personId, { ok: true, remoteId: saved.id, updatedAt: null }];
      const reason = saved?.errors[0]?.message;
      return [personId, { ok: false, message: reason ? vendorText(reason) : refusedContact }];
    }),
  };
};

const pushPeople: PeopleFunctions["pushPeople"] = async (call, { people }) => {
  const known = await save(
    call,
    "",
    people.filter(({ remoteId }) => remoteId !== null),
    ({ remoteId }) => ({ id: remoteId }),
  );
  if (!known.ok) return known;
  const made = await save(
    call,
    `/Contact/${keyField}`,
    people.filter(({ remoteId }) => remoteId === null),
    ({ personId }) => ({ [keyField]: personId }),
  );
  if (!made.ok) return made;
  const results = new Map([...known.value, ...made.value]);
  return {
    ok: true,
    value: people.map(({ personId }) => results.get(personId) ?? { ok: false, message: noAnswer }),
  };
};

const deletePeople: PeopleFunctions["deletePeople"] = async (call, { ids }) => {
  const query = new URLSearchParams({ ids: ids.join(","), allOrNone: "false" });
  const result = await request(
    call,
    { path: `${api}/composite/sobjects?${query}`, method: "DELETE" },
    saveResult,
  );
  if (!result.ok) return result;
  const refused = ids.flatMap((id, index): DeleteRefusal[] => {
    const deleted = result.value[index];
    const [error] = deleted?.errors ?? [];
    if (deleted?.success || error?.statusCode === "ENTITY_IS_DELETED") return [];
    return [{ id, message: error?.message ? vendorText(error.message) : noAnswer }];
  });
  return { ok: true, value: refused };
};

export const salesforcePeople = definePeopleVendor({
  connector: salesforce,
  rate,
  // The time of a change is set before its transaction ends.
  searchLagMs: 60_000,
  listsDeletions: true,
  authorize: async (context, refused) => {
    const granted = await context.accessToken?.(readBearer(refused));
    if (granted) return granted.ok ? { ok: true, value: bearerAuth(granted.value) } : granted;
    const { clientId, clientSecret } = context.settings as { clientId: string; clientSecret?: string };
    const result = await operationRequest(
      label,
      { ...context, headers: {} },
      salesforceTokenRequest({ clientId, clientSecret }),
      salesforceToken,
      // Wrong credentials come with status 400.
      ({ status }) => (status === 400 ? "auth" : undefined),
    );
    return result.ok ? { ok: true, value: bearerAuth(result.value.access_token) } : result;
  },
  identifyAccount: async (call) => {
    const q = "SELECT Id, Name FROM Organization";
    const found = await request(
      call,
      { path: `${api}/query?${new URLSearchParams({ q })}` },
      z.object({ records: z.array(z.object({ Id: z.string(), Name: z.string().nullish() })).min(1) }),
    );
    if (!found.ok) return found;
    const [organization] = found.value.records;
    const id = organization?.Id ?? "";
    return { ok: true, value: { id, name: organization?.Name ?? id } };
  },
  describeFields,
  prepare,
  countPeople,
  listPeople,
  readPeople,
  findPeople,
  pullChanges,
  pushPeople,
  deletePeople,
});

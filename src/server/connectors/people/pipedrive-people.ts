import * as z from "zod";
import type { RemotePerson } from "#domain/sync/plan-pair.ts";
import type { VendorRequest } from "#server/connectors/connector.ts";
import { type ErrorClassifier, type OperationCall, operationRequest } from "#server/connectors/operation.ts";
import type { OperationResult } from "#server/connectors/operation-result.ts";
import { pipedrive } from "#server/connectors/pipedrive.ts";
import { jsonPost } from "#server/connectors/vendor-request.ts";
import { definePeopleVendor, type PeopleFunctions } from "./people-vendor.ts";
import {
  keyFieldName,
  type PipedriveField,
  type PipedrivePerson,
  pipedriveField,
  pipedrivePerson,
  toBody,
  toRemoteFields,
  toValues,
} from "./pipedrive-fields.ts";
import { deleteEach, pushEach } from "./push-each.ts";

const persons = "/api/v2/persons";
const maxBytes = 16 * 1024 * 1024;
const pageSize = 500;

/** Pipedrive puts errors into an envelope, sometimes with a success status. */
const classify: ErrorClassifier = ({ status, json }) => {
  const isError = z.object({ success: z.literal(false) }).safeParse(json).success;
  return isError && status < 300 ? "transient" : undefined;
};

const request = <T>(
  call: OperationCall,
  vendorRequest: VendorRequest,
  schema: z.ZodType<T>,
): Promise<OperationResult<T>> =>
  operationRequest(pipedrive.label, call, { maxBytes, ...vendorRequest }, schema, classify);

const paging = z
  .object({ next_cursor: z.string().nullish() })
  .nullish()
  .transform((data) => data?.next_cursor ?? null);

const readFields = async (call: OperationCall): Promise<OperationResult<PipedriveField[]>> => {
  const fields: PipedriveField[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query = new URLSearchParams({ limit: String(pageSize), ...(cursor ? { cursor } : {}) });
    const result: OperationResult<{ data: PipedriveField[]; additional_data: string | null }> = await request(
      call,
      { path: `/api/v2/personFields?${query}` },
      z.object({ data: z.array(pipedriveField), additional_data: paging }),
    );
    if (!result.ok) return result;
    fields.push(...result.value.data);
    cursor = result.value.additional_data;
  }
  return { ok: true, value: fields };
};

const personPage = z.object({
  data: z
    .array(pipedrivePerson)
    .nullish()
    .transform((data) => data ?? []),
  additional_data: paging,
});

const listPersons = (call: OperationCall, query: Record<string, string>) =>
  request(
    call,
    { path: `${persons}?${new URLSearchParams({ include_fields: "marketing_status", ...query })}` },
    personPage,
  );

const instantOf = ({ update_time }: PipedrivePerson): number => Date.parse(update_time ?? "") || 0;
const toPerson = (person: PipedrivePerson, fields: readonly PipedriveField[]): RemotePerson => ({
  id: String(person.id),
  values: toValues(person, fields),
  updatedAt: instantOf(person),
});

const listPage = async (call: OperationCall, query: Record<string, string>) => {
  const fields = await readFields(call);
  if (!fields.ok) return fields;
  const result = await listPersons(call, query);
  if (!result.ok) return result;
  const people = result.value.data
    .filter(({ is_deleted }) => !is_deleted)
    .map((person) => toPerson(person, fields.value));
  return { ok: true as const, value: { people, deleted: [], next: result.value.additional_data } };
};

const searchPersons = async (
  call: OperationCall,
  term: string,
  field: "email" | "custom_fields",
): Promise<OperationResult<string[]>> => {
  const query = new URLSearchParams({ term, fields: field, exact_match: "true", limit: "10" });
  const result = await request(
    call,
    { path: `${persons}/search?${query}` },
    z.object({ data: z.object({ items: z.array(z.object({ item: z.object({ id: z.int() }) })) }) }),
  );
  if (!result.ok) return result;
  return { ok: true, value: result.value.data.items.map(({ item }) => String(item.id)) };
};

const readPeople: PeopleFunctions["readPeople"] = async (call, { ids }) => {
  const result = await listPage(call, { ids: ids.join(","), limit: String(pageSize) });
  return result.ok ? { ok: true, value: result.value.people } : result;
};

const findPeople: PeopleFunctions["findPeople"] = async (call, { emails, fields }) => {
  const ids = new Set<string>();
  for (const email of emails) {
    const found = await searchPersons(call, email, "email");
    if (!found.ok) return found;
    for (const id of found.value) ids.add(id);
  }
  return ids.size === 0 ? { ok: true, value: [] } : readPeople(call, { fields, ids: [...ids].slice(0, 100) });
};

const countPeople: PeopleFunctions["countPeople"] = async (call) => {
  // Pipedrive has no count, so pages are counted, of a large account the first ones.
  let count = 0;
  let cursor: string | null = "";
  for (let page = 0; cursor !== null && page < 20; page++) {
    const result: OperationResult<z.infer<typeof personPage>> = await listPersons(call, {
      limit: String(pageSize),
      ...(cursor ? { cursor } : {}),
    });
    if (!result.ok) return result;
    count += result.value.data.length;
    cursor = result.value.additional_data;
  }
  return { ok: true, value: count };
};

const written = z.object({ data: pipedrivePerson });

const pushPeople: PeopleFunctions["pushPeople"] = async (call, { people }) => {
  const fields = await readFields(call);
  if (!fields.ok) return fields;
  const key = fields.value.find(({ field_name }) => field_name === keyFieldName);
  const known = people.flatMap(({ remoteId }) => remoteId ?? []);
  const stored =
    known.length > 0 ? await listPersons(call, { ids: known.join(","), limit: "500" }) : undefined;
  if (stored && !stored.ok) return stored;
  const before = new Map(stored?.value.data.map((person) => [String(person.id), person]));
  return pushEach(people, async ({ personId, remoteId, values }) => {
    // An interrupted attempt may have made the person already.
    const made = remoteId === null && key ? await searchPersons(call, personId, "custom_fields") : undefined;
    if (made && !made.ok) return made;
    const id = remoteId ?? made?.value[0];
    const body = toBody(values, id === undefined ? undefined : before.get(id), fields.value);
    if (id === undefined && key)
      body.custom_fields = { ...(body.custom_fields as object), [key.field_code]: personId };
    const path = id === undefined ? persons : `${persons}/${id}`;
    const method = id === undefined ? "POST" : "PATCH";
    const result = await request(call, { path, ...jsonPost(body), method }, written);
    if (!result.ok) return result;
    const { data } = result.value;
    return { ok: true, value: { remoteId: String(data.id), updatedAt: instantOf(data) || null } };
  });
};

const webhookEvent = z.object({
  meta: z.object({ entity: z.string(), entity_id: z.union([z.string(), z.number()]).transform(String) }),
});

export const pipedrivePeople = definePeopleVendor({
  connector: pipedrive,
  /** The burst limit of the smallest plan. */
  rate: { requests: 18, perMs: 2000 },
  searchLagMs: 60_000,
  listsDeletions: false,
  authorize: async ({ settings }) => ({
    ok: true,
    value: { "x-api-token": String(settings.apiToken ?? "") },
  }),
  identifyAccount: async (call) => {
    const user = await request(
      call,
      { path: "/v1/users/me" },
      z.object({ data: z.object({ company_id: z.int(), company_name: z.string().nullish() }) }),
    );
    if (!user.ok) return user;
    const { company_id, company_name } = user.value.data;
    return { ok: true, value: { id: String(company_id), name: company_name ?? String(company_id) } };
  },
  describeFields: async (call) => {
    const fields = await readFields(call);
    return fields.ok ? { ok: true, value: toRemoteFields(fields.value) } : fields;
  },
  prepare: async (call) => {
    const fields = await readFields(call);
    if (!fields.ok) return fields;
    if (fields.value.some(({ field_name }) => field_name === keyFieldName)) return { ok: true, value: null };
    const made = await request(
      call,
      { path: "/api/v2/personFields", ...jsonPost({ field_name: keyFieldName, field_type: "varchar" }) },
      z.object({ data: z.object({ field_code: z.string() }) }),
    );
    return made.ok ? { ok: true, value: null } : made;
  },
  countPeople,
  listPeople: (call, { after }) =>
    listPage(call, {
      limit: String(pageSize),
      sort_by: "id",
      sort_direction: "asc",
      ...(after ? { cursor: after } : {}),
    }),
  readPeople,
  findPeople,
  pullChanges: (call, { since, after }) =>
    listPage(call, {
      limit: String(pageSize),
      sort_by: "update_time",
      sort_direction: "asc",
      updated_since: new Date(since).toISOString().replace(/\.\d+Z$/, "Z"),
      ...(after ? { cursor: after } : {}),
    }),
  pushPeople,
  deletePeople: (call, { ids }) =>
    deleteEach(ids, (id) => request(call, { path: `${persons}/${id}`, method: "DELETE" }, z.unknown())),
  webhook: {
    proof: { kind: "basic", secret: "webhookPassword" },
    readIds: (body) => {
      const event = webhookEvent.safeParse(body);
      return event.success && event.data.meta.entity === "person" ? [event.data.meta.entity_id] : [];
    },
  },
});

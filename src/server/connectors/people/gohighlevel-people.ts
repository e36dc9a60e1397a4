import * as z from "zod";
import { type RemoteType, remoteField } from "#domain/sync/field-map.ts";
import type { RemotePerson } from "#domain/sync/plan-pair.ts";
import type { SyncValue } from "#domain/sync/remote-value.ts";
import type { VendorRequest } from "#server/connectors/connector.ts";
import { goHighLevelVersion, gohighlevel } from "#server/connectors/gohighlevel.ts";
import { type ErrorClassifier, type OperationCall, operationRequest } from "#server/connectors/operation.ts";
import { isGone, type OperationError, type OperationResult } from "#server/connectors/operation-result.ts";
import { bearerAuth, jsonPost } from "#server/connectors/vendor-request.ts";
import { definePeopleVendor, type PeopleFunctions, type PushedPerson } from "./people-vendor.ts";
import { deleteEach, pushEach } from "./push-each.ts";

const maxBytes = 16 * 1024 * 1024;
const pageSize = 100;

const failure = z.object({ statusCode: z.int().min(400) });
/** An error may come with a success status. */
const classify: ErrorClassifier = ({ status, json }) =>
  status < 300 && failure.safeParse(json).success ? "transient" : undefined;

const request = <T>(
  call: OperationCall,
  vendorRequest: VendorRequest,
  schema: z.ZodType<T>,
): Promise<OperationResult<T>> =>
  operationRequest(gohighlevel.label, call, { maxBytes, ...vendorRequest }, schema, classify);

const locationOf = ({ settings }: OperationCall): string => String(settings.locationId ?? "");

/** "Do not disturb" of a contact, by channel: each is an opt-out. */
const dndChannels = ["Email", "SMS", "Call", "WhatsApp"] as const;
const dndSettings = z.partialRecord(z.string(), z.object({ status: z.string().nullish() }).nullish());

const contact = z
  .object({
    id: z.string(),
    dateUpdated: z.string().transform((text) => Date.parse(text)),
    dnd: z.boolean().nullish(),
    dndSettings: dndSettings.nullish(),
    customFields: z.array(z.object({ id: z.string(), value: z.unknown() })).nullish(),
    searchAfter: z.array(z.union([z.string(), z.number()])).optional(),
  })
  .catchall(z.unknown());
type GhlContact = z.infer<typeof contact>;

const standard: readonly [name: string, label: string, type: RemoteType][] = [
  ["firstName", "First name", "text"],
  ["lastName", "Last name", "text"],
  ["email", "Email", "email"],
  ["phone", "Phone", "phone"],
  ["city", "City", "text"],
  ["state", "State", "text"],
  ["postalCode", "Postal code", "text"],
  ["tags", "Tags", "choices"],
  ["dnd", "Do not contact", "boolean"],
  ...dndChannels.map((channel): [string, string, RemoteType] => [
    `dnd.${channel}`,
    `${channel} opt out`,
    "boolean",
  ]),
];
const standardNames = standard.map(([name]) => name).filter((name) => !name.startsWith("dnd"));

const customPrefix = "custom.";
const customTypes: Record<string, RemoteType> = {
  TEXT: "text",
  LARGE_TEXT: "text",
  NUMERICAL: "number",
  MONETORY: "number",
  PHONE: "phone",
  EMAIL: "email",
  DATE: "date",
  SINGLE_OPTIONS: "choice",
  RADIO: "choice",
  MULTIPLE_OPTIONS: "choices",
  CHECKBOX: "choices",
};

const describeFields: PeopleFunctions["describeFields"] = async (call) => {
  const result = await request(
    call,
    { path: `/locations/${locationOf(call)}/customFields?model=contact` },
    z.object({
      customFields: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          dataType: z.string(),
          picklistOptions: z.array(z.string()).nullish(),
        }),
      ),
    }),
  );
  if (!result.ok) return result;
  const custom = result.value.customFields.flatMap(({ id, name, dataType, picklistOptions }) => {
    const type = customTypes[dataType];
    return type ? [remoteField(`${customPrefix}${id}`, name, type, { options: picklistOptions ?? [] })] : [];
  });
  return { ok: true, value: [...standard.map((one) => remoteField(...one)), ...custom] };
};

const toPerson = (found: GhlContact, fields: readonly string[]): RemotePerson => {
  const custom = new Map(found.customFields?.map(({ id, value }) => [`${customPrefix}${id}`, value]));
  const values = Object.fromEntries(
    fields.map((name) => {
      if (name === "dnd") return [name, found.dnd === true];
      const channel = dndChannels.find((one) => name === `dnd.${one}`);
      if (channel) return [name, found.dnd === true || found.dndSettings?.[channel]?.status === "active"];
      return [name, (name.startsWith(customPrefix) ? custom.get(name) : found[name]) ?? null];
    }),
  );
  return { id: found.id, values, updatedAt: found.dateUpdated };
};

type SearchFilter =
  | { field: string; operator: string; value: unknown }
  | { group: string; filters: object[] };
const search = (
  call: OperationCall,
  filters: readonly SearchFilter[],
  after: string | null,
  limit = pageSize,
) =>
  request(
    call,
    {
      path: "/contacts/search",
      ...jsonPost({
        locationId: locationOf(call),
        pageLimit: limit,
        filters,
        sort: [{ field: "dateUpdated", direction: "asc" }],
        ...(after ? { searchAfter: JSON.parse(after) } : {}),
      }),
    },
    z.object({ contacts: z.array(contact), total: z.int() }),
  );

const searchPage = async (
  call: OperationCall,
  fields: readonly string[],
  filters: readonly SearchFilter[],
  after: string | null,
) => {
  const result = await search(call, filters, after);
  if (!result.ok) return result;
  const { contacts } = result.value;
  const last = contacts.length < pageSize ? undefined : contacts.at(-1)?.searchAfter;
  return {
    ok: true as const,
    value: {
      people: contacts.map((found) => toPerson(found, fields)),
      deleted: [],
      next: last ? JSON.stringify(last) : null,
    },
  };
};

const answer = z.object({ contact });
const readOne = (call: OperationCall, id: string) => request(call, { path: `/contacts/${id}` }, answer);

/** Of a contact that was deleted, GoHighLevel says so with status 400. */
const isGoneContact = (error: OperationError, id: string): boolean =>
  isGone(error) ||
  (error.kind === "invalid" && error.status === 400 && error.message.en.includes(`${id} not found`));

const readPeople: PeopleFunctions["readPeople"] = async (call, { fields, ids }) => {
  const people: RemotePerson[] = [];
  for (const id of ids) {
    const result = await readOne(call, id);
    if (!result.ok && isGoneContact(result.error, id)) continue;
    if (!result.ok) return result;
    people.push(toPerson(result.value.contact, fields));
  }
  return { ok: true, value: people };
};

const addressesAtOnce = 20;
const findPeople: PeopleFunctions["findPeople"] = async (call, { fields, emails, phones }) => {
  const people = new Map<string, RemotePerson>();
  const filters = [
    ...emails.map((value) => ({ field: "email", operator: "eq", value })),
    ...phones.map((value) => ({ field: "phone", operator: "eq", value })),
  ];
  for (let start = 0; start < filters.length; start += addressesAtOnce) {
    const group = { group: "OR", filters: filters.slice(start, start + addressesAtOnce) };
    const page = await searchPage(call, fields, [group], null);
    if (!page.ok) return page;
    for (const person of page.value.people) people.set(person.id, person);
  }
  return { ok: true, value: [...people.values()] };
};

const toBody = (
  values: Record<string, SyncValue>,
  before: GhlContact | undefined,
): Record<string, unknown> => {
  const body: Record<string, unknown> = {};
  for (const name of standardNames)
    if (name in values) body[name] = values[name] ?? (name === "tags" ? [] : "");
  const custom = Object.entries(values).filter(([name]) => name.startsWith(customPrefix));
  if (custom.length > 0)
    body.customFields = custom.map(([name, value]) => ({
      id: name.slice(customPrefix.length),
      field_value: value ?? "",
    }));
  if (values.dnd === true) body.dnd = true;
  const silenced = dndChannels.filter((channel) => values[`dnd.${channel}`] === true);
  // The settings are replaced as a whole, so those of the other channels are sent along as they are.
  if (silenced.length > 0)
    body.dndSettings = {
      ...before?.dndSettings,
      ...Object.fromEntries(
        silenced.map((channel) => [channel, { status: "active", message: "Faro", code: "101" }]),
      ),
    };
  return body;
};

const findDuplicate = async (
  call: OperationCall,
  by: { email: string } | { number: string },
): Promise<OperationResult<GhlContact | undefined>> => {
  const query = new URLSearchParams({ locationId: locationOf(call), ...by });
  const found = await request(
    call,
    { path: `/contacts/search/duplicate?${query}` },
    z.object({ contact: contact.nullish() }),
  );
  return found.ok ? { ok: true, value: found.value.contact ?? undefined } : found;
};

const textOr = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

const numberOfAnother: OperationResult<never> = {
  ok: false,
  error: {
    kind: "invalid",
    mayHaveHappened: false,
    message: {
      en: "GoHighLevel has another contact with this telephone number",
      es: "GoHighLevel tiene otro contacto con este número de teléfono",
    },
  },
};

/**
 * The contact of a person that an interrupted attempt made. GoHighLevel's own upsert also takes a contact that merely has
 * the same telephone number, and would write over a stranger and what they asked not to get.
 */
const findMade = async (
  call: OperationCall,
  { email, values }: PushedPerson,
): Promise<OperationResult<GhlContact | undefined>> => {
  const byEmail = email === null ? undefined : await findDuplicate(call, { email });
  if (byEmail && (!byEmail.ok || byEmail.value)) return byEmail;
  const number = textOr(values.phone);
  const byPhone = number === null ? undefined : await findDuplicate(call, { number });
  if (!byPhone?.ok || !byPhone.value) return byPhone ?? { ok: true, value: undefined };
  const holder = byPhone.value;
  const isOther =
    (email !== null && textOr(holder.email) !== null) ||
    textOr(holder.firstName)?.toLowerCase() !== textOr(values.firstName)?.toLowerCase() ||
    textOr(holder.lastName)?.toLowerCase() !== textOr(values.lastName)?.toLowerCase();
  return isOther ? numberOfAnother : byPhone;
};

const pushOne = async (
  call: OperationCall,
  person: PushedPerson,
): Promise<OperationResult<{ remoteId: string; updatedAt: number | null }>> => {
  const { remoteId, email, values } = person;
  const needsSettings = dndChannels.some((channel) => `dnd.${channel}` in values);
  const known = remoteId !== null && needsSettings ? await readOne(call, remoteId) : undefined;
  if (known && !known.ok) return known;
  const made = remoteId === null ? await findMade(call, person) : undefined;
  if (made && !made.ok) return made;
  const before = known?.value.contact ?? made?.value;
  const id = remoteId ?? before?.id;
  const body = toBody(values, before);
  const written = await request(
    call,
    id === undefined
      ? {
          path: "/contacts/",
          ...jsonPost({ ...body, ...(email === null ? {} : { email }), locationId: locationOf(call) }),
        }
      : { path: `/contacts/${id}`, ...jsonPost(body), method: "PUT" },
    answer,
  );
  if (!written.ok) return written;
  const { contact: saved } = written.value;
  return { ok: true, value: { remoteId: saved.id, updatedAt: saved.dateUpdated } };
};

const webhookEvent = z.object({ type: z.string(), locationId: z.string(), id: z.string() });

export const gohighlevelPeople = definePeopleVendor({
  connector: gohighlevel,
  rate: { requests: 90, perMs: 10_000 },
  searchLagMs: 60_000,
  listsDeletions: false,
  authorize: async ({ settings }) => ({
    ok: true,
    value: { ...bearerAuth(settings.privateIntegrationToken as string | null), version: goHighLevelVersion },
  }),
  findsByPhone: true,
  identifyAccount: async (call) => {
    const found = await request(
      call,
      { path: `/locations/${locationOf(call)}` },
      z.object({ location: z.object({ id: z.string(), name: z.string().nullish() }) }),
    );
    if (!found.ok) return found;
    const { id, name } = found.value.location;
    return { ok: true, value: { id, name: name ?? id } };
  },
  describeFields,
  // Contacts are recognised by e-mail address or telephone number.
  prepare: async () => ({ ok: true, value: null }),
  countPeople: async (call) => {
    const result = await search(call, [], null, 1);
    return result.ok ? { ok: true, value: result.value.total } : result;
  },
  listPeople: (call, { fields, after }) => searchPage(call, fields, [], after),
  readPeople,
  findPeople,
  pullChanges: (call, { fields, since, after }) =>
    searchPage(
      call,
      fields,
      [{ field: "dateUpdated", operator: "range", value: { gte: new Date(since).toISOString() } }],
      after,
    ),
  pushPeople: (call, { people }) => pushEach(people, (person) => pushOne(call, person)),
  deletePeople: (call, { ids }) =>
    deleteEach(
      ids,
      (id) => request(call, { path: `/contacts/${id}`, method: "DELETE" }, z.unknown()),
      isGoneContact,
    ),
  webhook: {
    proof: { kind: "ed25519", header: "x-ghl-signature", secret: "webhookPublicKey" },
    readIds: (body, { locationId }) => {
      const event = webhookEvent.safeParse(body);
      // The same key signs the reports of all accounts.
      const isOwn = event.success && event.data.locationId === locationId;
      return isOwn && event.data.type.startsWith("Contact") ? [event.data.id] : [];
    },
  },
});

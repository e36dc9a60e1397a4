import * as z from "zod";
import type { SyncValue } from "#domain/sync/remote-value.ts";
import type { OperationCall } from "#server/connectors/operation.ts";
import type { OperationResult } from "#server/connectors/operation-result.ts";
import { vendorText } from "#server/connectors/test-result.ts";
import { contact, contacts, type HubspotContact, keyProperty, request } from "./hubspot-api.ts";
import type { PeopleFunctions, PushedPerson, PushResult } from "./people-vendor.ts";

/** HubSpot's values are texts; an empty one clears the property. */
const toText = (value: SyncValue): string =>
  value === null ? "" : Array.isArray(value) ? value.join(";") : String(value);
const toProperties = (values: Record<string, SyncValue>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toText(value)]));

const pushed = z.object({
  results: z.array(contact),
  errors: z.array(z.object({ message: z.string() })).default([]),
});

const notConfirmed = { en: "HubSpot did not confirm the contact", es: "HubSpot no confirmó el contacto" };
const noAnswer = { en: "HubSpot did not answer for it", es: "HubSpot no respondió por este contacto" };

/** Updates by id; others by e-mail address, or by our key where there is none: a repetition finds what it made. */
const writeGroup = async (
  call: OperationCall,
  path: string,
  people: readonly PushedPerson[],
  toInput: (person: PushedPerson) => object,
  keyOf: (found: HubspotContact) => string,
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
        value: new Map([[people[0]?.personId ?? "", { ok: false, message: written.error.message }]]),
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
  const [refusal] = written.value.errors;
  const message = refusal ? vendorText(refusal.message) : notConfirmed;
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

export const pushPeople: PeopleFunctions["pushPeople"] = async (call, { people }) => {
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
    value: people.map(({ personId }) => results.get(personId) ?? { ok: false, message: noAnswer }),
  };
};

export const deletePeople: PeopleFunctions["deletePeople"] = async (call, { ids }) => {
  const result = await request(
    call,
    `${contacts}/batch/archive`,
    { inputs: ids.map((id) => ({ id })) },
    z.unknown(),
  );
  return result.ok ? { ok: true, value: [] } : result;
};

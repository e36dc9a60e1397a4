import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import type { SyncValue } from "#domain/sync/remote-value.ts";
import type { OperationCall } from "#server/connectors/operation.ts";
import type { OperationResult } from "#server/connectors/operation-result.ts";
import { jsonPost } from "#server/connectors/vendor-request.ts";
import type { PushedPerson, PushResult } from "./people-vendor.ts";
import { findContacts, listIdOf, optOutField, readDefinitions, sendgridRequest } from "./sendgrid-api.ts";

/** Jobs take seconds, at times minutes. Afterwards the same contacts are sent again, which changes nothing. */
const jobWaitsMs = [250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000];
const jobStatus = z.object({
  status: z.enum(["pending", "completed", "errored", "failed"]),
  results: z.object({ errored_count: z.int().optional() }).nullish(),
});
const stillPending: OperationResult<never> = {
  ok: false,
  error: {
    kind: "transient",
    mayHaveHappened: true,
    retryAfterMs: 60_000,
    message: {
      en: "SendGrid has not finished writing the contacts",
      es: "SendGrid no ha terminado de escribir los contactos",
    },
  },
};
const jobFailed = {
  en: "SendGrid accepted the contact, but did not store it",
  es: "SendGrid aceptó el contacto, pero no lo guardó",
};

const awaitJob = async (call: OperationCall, jobId: string): Promise<OperationResult<null>> => {
  for (const wait of jobWaitsMs) {
    await sleep(wait);
    const path = `/v3/marketing/contacts/imports/${encodeURIComponent(jobId)}`;
    const result = await sendgridRequest(call, { path }, jobStatus);
    if (!result.ok) return result;
    if (result.value.status !== "pending") return { ok: true, value: null };
  }
  return stillPending;
};

const toBody = (
  { email, values }: PushedPerson,
  customIds: ReadonlyMap<string, string>,
): Record<string, unknown> => {
  const custom: Record<string, unknown> = {};
  const body: Record<string, unknown> = { email };
  for (const [name, value] of Object.entries(values)) {
    const plain: SyncValue = Array.isArray(value) ? value.join(", ") : value;
    const id = customIds.get(name);
    if (id !== undefined) custom[id] = plain;
    else if (name !== optOutField && name !== "email") body[name] = plain ?? "";
  }
  return { ...body, ...(Object.keys(custom).length > 0 ? { custom_fields: custom } : {}) };
};

/** Who agreed to e-mail is put on the list; who did not becomes a contact outside of it, which gets no campaign of it. */
const upsert = async (
  call: OperationCall,
  people: readonly PushedPerson[],
  customIds: ReadonlyMap<string, string>,
): Promise<OperationResult<null>> => {
  for (const isListed of [true, false]) {
    const group = people.filter(({ hasEmailConsent }) => hasEmailConsent === isListed);
    if (group.length === 0) continue;
    const body = {
      ...(isListed ? { list_ids: [listIdOf(call)] } : {}),
      contacts: group.map((person) => toBody(person, customIds)),
    };
    const written = await sendgridRequest(
      call,
      { path: "/v3/marketing/contacts", ...jsonPost(body), method: "PUT" },
      z.object({ job_id: z.string() }),
    );
    if (!written.ok) return written;
    const ended = await awaitJob(call, written.value.job_id);
    if (!ended.ok) return ended;
  }
  return { ok: true, value: null };
};

/** Before the contacts are written: an opt-out is never later than what makes a campaign possible. */
const pushOptOuts = async (
  call: OperationCall,
  people: readonly PushedPerson[],
): Promise<OperationResult<unknown>> => {
  const emails = people.flatMap(({ email, values }) =>
    values[optOutField] === true && email ? [email] : [],
  );
  return emails.length === 0
    ? { ok: true, value: null }
    : sendgridRequest(
        call,
        { path: "/v3/asm/suppressions/global", ...jsonPost({ recipient_emails: emails }) },
        z.unknown(),
      );
};

const noAddress = {
  en: "A contact of SendGrid needs an e-mail address",
  es: "Un contacto de SendGrid necesita un correo",
};
const addressKept = {
  en: "SendGrid cannot change the address of a contact",
  es: "SendGrid no puede cambiar la dirección de un contacto",
};

/** Writes contacts and their opt-outs, and reads the ids that SendGrid gave them. */
export const pushToSendgrid = async (
  call: OperationCall,
  people: readonly PushedPerson[],
): Promise<OperationResult<PushResult[]>> => {
  const fields = await readDefinitions(call);
  if (!fields.ok) return fields;
  const customIds = new Map(fields.value.custom_fields.map(({ name, id }) => [name, id]));
  const isMoved = ({ remoteId, values }: PushedPerson): boolean =>
    remoteId !== null && values.email !== undefined;
  const writable = people.filter((person) => person.email && !isMoved(person));
  const optedOut = await pushOptOuts(call, writable);
  if (!optedOut.ok) return optedOut;
  const written = await upsert(call, writable, customIds);
  if (!written.ok) return written;
  const found = await findContacts(
    call,
    writable.flatMap(({ email }) => email?.toLowerCase() ?? []),
  );
  if (!found.ok) return found;
  const stored = new Map(found.value.map((one) => [one.email.toLowerCase(), one]));
  return {
    ok: true,
    value: people.map((person): PushResult => {
      if (!person.email) return { ok: false, message: noAddress };
      if (isMoved(person)) return { ok: false, message: addressKept };
      const one = stored.get(person.email.toLowerCase());
      return one
        ? { ok: true, remoteId: one.id, updatedAt: one.updated_at }
        : { ok: false, message: jobFailed };
    }),
  };
};

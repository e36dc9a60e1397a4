import { createHmac, randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { SandboxContext } from "#sandbox/context.ts";
import type { SimulatedResponse } from "#sandbox/vendor.ts";
import type { ContactStore, StoredContact } from "./contact-store.ts";
import { type HubspotProperty, refuseValue } from "./hubspot-properties.ts";

export const portalId = 4_455_010;

export const failure = (status: number, category: string, message: string, more = {}): SimulatedResponse => ({
  status,
  body: { status: "error", message, correlationId: randomUUID(), category, ...more },
});

export type HubspotProperties = Record<string, string>;
export type HubspotAccount = { contacts: ContactStore; properties: Map<string, HubspotProperty> };
type ContactEvent = {
  subscriptionType: string;
  objectId: number;
  propertyName?: string;
  propertyValue?: string;
};
export type BatchInput = { id?: string; idProperty?: string; properties?: HubspotProperties };
export type HubspotReport = (events: ContactEvent[]) => void;

const alwaysShown = ["createdate", "hs_object_id", "lastmodifieddate"];

export const present = (
  contact: StoredContact,
  names: readonly string[],
  { properties }: HubspotAccount,
): object => {
  const shown = names.length > 0 ? names : ["email", "firstname", "lastname"];
  const values: Record<string, unknown> = {
    createdate: new Date(contact.createdAt).toISOString(),
    hs_object_id: contact.id,
    lastmodifieddate: new Date(contact.updatedAt).toISOString(),
  };
  // Unknown names are left out; known ones without a value are null.
  for (const name of shown)
    if (properties.has(name) && !alwaysShown.includes(name)) values[name] = contact.values[name] ?? null;
  return {
    id: contact.id,
    properties: values,
    createdAt: new Date(contact.createdAt).toISOString(),
    updatedAt: new Date(contact.updatedAt).toISOString(),
    archived: contact.deletedAt !== null,
    ...(contact.deletedAt === null ? {} : { archivedAt: new Date(contact.deletedAt).toISOString() }),
  };
};

/** Why the properties cannot be stored; undefined where they can. */
export const refuse = (
  account: HubspotAccount,
  properties: HubspotProperties,
  self: StoredContact | undefined,
): SimulatedResponse | undefined => {
  const wrong = Object.entries(properties).flatMap(([name, value]) => {
    const refused = refuseValue(account.properties.get(name), name, value);
    return refused ? [{ isValid: false, name, localizedErrorMessage: refused.message, ...refused }] : [];
  });
  if (wrong.length > 0)
    return failure(400, "VALIDATION_ERROR", `Property values were not valid: ${JSON.stringify(wrong)}`, {
      errors: wrong.map(({ message, error, name }) => ({
        message,
        code: error,
        context: { propertyName: [name] },
      })),
    });
  const holder = properties.email ? account.contacts.find("email", properties.email) : undefined;
  return holder && holder !== self
    ? failure(409, "CONFLICT", `Contact already exists. Existing ID: ${holder.id}`)
    : undefined;
};

export const store = (
  account: HubspotAccount,
  properties: HubspotProperties,
  contact: StoredContact | undefined,
  report: HubspotReport,
): StoredContact => {
  const values = Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      value === "" ? null : name === "email" ? value.toLowerCase() : value,
    ]),
  );
  if (!contact) {
    const made = account.contacts.create(values);
    report([{ subscriptionType: "contact.creation", objectId: Number(made.id) }]);
    return made;
  }
  account.contacts.update(contact, values);
  report(
    Object.entries(properties).map(([propertyName, propertyValue]) => ({
      subscriptionType: "contact.propertyChange",
      objectId: Number(contact.id),
      propertyName,
      propertyValue,
    })),
  );
  return contact;
};

/** Tells the business which contacts changed, signed as HubSpot signs (version 3). */
export const createReporter = ({ callbacks, settings }: SandboxContext): HubspotReport => {
  let eventId = 1;
  return (events) => {
    const url = settings.webhooks.hubspot;
    if (!url || events.length === 0) return;
    const timestamp = String(Date.now());
    const body = JSON.stringify(
      events.map((event) => ({
        eventId: eventId++,
        subscriptionId: 1,
        portalId,
        appId: 1,
        occurredAt: Number(timestamp),
        attemptNumber: 0,
        changeSource: "CRM_UI",
        ...event,
      })),
    );
    const secret = settings.secrets.hubspot ?? "sandbox";
    const signature = createHmac("sha256", secret).update(`POST${url}${body}${timestamp}`).digest("base64");
    void callbacks.post({
      vendor: "hubspot",
      url,
      headers: {
        "content-type": "application/json",
        "x-hubspot-signature-v3": signature,
        "x-hubspot-request-timestamp": timestamp,
      },
      body,
    });
  };
};

export const namesOf = (request: FastifyRequest): string[] => {
  const { properties } = (request.body ?? {}) as { properties?: string[] };
  return Array.isArray(properties) ? properties : [];
};

export const archive = (
  { contacts }: HubspotAccount,
  contact: StoredContact,
  report: HubspotReport,
): void => {
  contacts.remove(contact);
  report([{ subscriptionType: "contact.deletion", objectId: Number(contact.id) }]);
};

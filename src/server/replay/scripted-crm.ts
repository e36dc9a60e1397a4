import { type RemoteField, remoteField } from "#domain/sync/field-map.ts";
import type { RemotePerson } from "#domain/sync/plan-pair.ts";
import type { Clock } from "#server/clock.ts";
import type { VendorContext } from "#server/connectors/connector.ts";
import { hubspot } from "#server/connectors/hubspot.ts";
import {
  definePeopleVendor,
  type PeopleFunctions,
  type PushResult,
} from "#server/connectors/people/people-vendor.ts";
import type { CrmContact } from "#server/demo/happenings.ts";
import { openVendorSession, type VendorSession } from "#server/sync/vendor-session.ts";

export const crmAccount = { id: "sandbox:24118807", name: "Sol del Este" };

/** The fields of its contacts that the demo uses; "Monthly bill" is one that the team has made. */
export const crmFields: readonly RemoteField[] = [
  remoteField("email", "Email", "email"),
  remoteField("firstname", "First Name", "text"),
  remoteField("lastname", "Last Name", "text"),
  remoteField("phone", "Phone Number", "phone"),
  remoteField("city", "City", "text"),
  remoteField("zip", "Postal Code", "text"),
  remoteField("hs_language", "Preferred language", "choice", { options: ["en", "es", "fr"] }),
  remoteField("monthly_bill", "Monthly bill", "number"),
];

/** The pushed person who is refused: colleagues have locked the contact. */
const refusedPush = 9;
const locked = {
  en: "This contact is locked by a workflow in HubSpot",
  es: "Un flujo de trabajo de HubSpot tiene bloqueado este contacto",
};

/** A CRM that holds what the script says. Nothing leaves the machine, and the simulators are not asked. */
export const createScriptedCrm = (contacts: readonly CrmContact[], clock: Clock) => {
  const stored = new Map(
    contacts.map((contact) => [contact.id, { ...contact, values: { ...contact.values } }]),
  );
  let pushed = 0;
  const done = async <T>(value: T) => ({ ok: true as const, value });
  const read = (ids: readonly string[]): RemotePerson[] => ids.flatMap((id) => stored.get(id) ?? []);
  const all = (): RemotePerson[] => [...stored.values()];

  const pushPeople: PeopleFunctions["pushPeople"] = async (_call, { people }) =>
    done(
      people.map(({ remoteId, values }): PushResult => {
        const contact = remoteId === null ? undefined : stored.get(remoteId);
        if (!contact || ++pushed === refusedPush) return { ok: false, message: locked };
        for (const [name, value] of Object.entries(values))
          contact.values[name] = value === null ? "" : String(value);
        contact.updatedAt = clock.now();
        return { ok: true, remoteId: contact.id, updatedAt: contact.updatedAt };
      }),
    );

  const vendor = definePeopleVendor({
    connector: hubspot,
    rate: { requests: 90, perMs: 10_000 },
    searchLagMs: 0,
    listsDeletions: true,
    authorize: () => done({}),
    identifyAccount: () => done(crmAccount),
    describeFields: () => done([...crmFields]),
    prepare: () => done(null),
    countPeople: () => done(stored.size),
    listPeople: () => done({ people: all(), next: null }),
    readPeople: (_call, { ids }) => done(read(ids)),
    findPeople: (_call, { emails }) =>
      done(all().filter(({ values }) => emails.includes(String(values.email)))),
    pullChanges: (_call, { since }) =>
      done({ people: all().filter(({ updatedAt }) => updatedAt >= since), next: null, deleted: [] }),
    pushPeople,
    deletePeople: () => done([]),
  });
  const session: VendorSession = openVendorSession(
    vendor,
    { settings: {} } as unknown as VendorContext<Record<string, unknown>>,
    false,
  );
  return {
    session,
    edit: ({ id, values }: Pick<CrmContact, "id" | "values">): void => {
      const contact = stored.get(id);
      if (contact) stored.set(id, { id, updatedAt: clock.now(), values: { ...contact.values, ...values } });
    },
  };
};

import type { PersonAddress } from "#contract/threads.ts";
import type { Country } from "#domain/country.ts";
import { emailPattern, normalizeEmail } from "#domain/email-address.ts";
import type { Language } from "#domain/language.ts";
import { changeSource } from "#domain/people/change-source.ts";
import type { ContactAddressKind } from "#domain/people/person-address.ts";
import type { PersonRecord } from "#domain/people/person-record.ts";
import { type PersonChange, planChange } from "#domain/people/plan-change.ts";
import { normalisePhone } from "#domain/phone.ts";
import type { Actor } from "#server/audit/entry.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { findOptedOut } from "#server/store/compliance/gate-facts.ts";
import { applyPlans } from "#server/store/people/apply-plans.ts";
import { lockAddresses } from "#server/store/people/matching.ts";
import {
  findAddress,
  findNextAddress,
  findOtherHolders,
  hashAddresses,
  listAddresses,
  type StoredAddress,
} from "#server/store/people/person-addresses.ts";
import { lockOnePerson } from "#server/store/people/stored-people.ts";
import type { WriteContext } from "#server/store/write.ts";
import type { Handlers } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { displayName } from "./people.ts";
import { refuseForeignHolders } from "./person-input.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

const keptMessages: Record<Language, string> = {
  en: "This address opted out. It stays with the person, so that the opt-out keeps counting",
  es: "Esta dirección se dio de baja. Se queda con la persona para que la baja siga contando",
};

const present = (
  { id, kind, value, isPrimary, state, label, lastInboundAt }: StoredAddress,
  optedOut: ReadonlySet<string>,
): PersonAddress => ({
  id,
  kind,
  value,
  isPrimary,
  state,
  label,
  isOptedOut: optedOut.has(value),
  lastInboundAt: lastInboundAt?.toISOString() ?? null,
});

/** An address with an @ is an e-mail address. A number without a country code is of the workspace's country. */
const readAddress = (
  text: string,
  country: Country,
  language: Language,
): { kind: ContactAddressKind; value: string } => {
  const isEmail = text.includes("@");
  const value = isEmail ? normalizeEmail(text) : normalisePhone(text, country);
  if (value === undefined || (isEmail && !emailPattern.test(value)))
    throw new Problem("invalid", {
      issues: [{ path: "value", message: issuePhrases[language][isEmail ? "email" : "phone"] }],
    });
  return { kind: isEmail ? "email" : "phone", value };
};

/** The address with its person, both locked. */
const lockAddressOfPerson = async (tx: Tx, id: string) => {
  const found = await findAddress(tx, id);
  if (!found) throw new Problem("not_found");
  await lockAddresses(tx, [found.value]);
  const person = await lockOnePerson(tx, found.personId);
  const address = await findAddress(tx, id);
  if (!person || !address) throw new Problem("not_found");
  return { person, address };
};

type AddressEntry = "address_added" | "address_removed" | "primary_address_changed";

/** Applies a change of addresses; a held message may have a place to go now, or none. */
const changeAddresses = async (
  context: WriteContext,
  person: PersonRecord,
  change: Pick<PersonChange, "addresses" | "removedAddresses" | "possibleDuplicates"> & {
    primary?: { [Kind in ContactAddressKind]?: string | null };
  },
  { kind, metadata }: { kind: AddressEntry; metadata: Record<string, unknown> },
  { actor, hash }: { actor: Actor; hash: AddressHash },
): Promise<void> => {
  const { primary = {}, ...rest } = change;
  const plan = planChange(
    person,
    { ...rest, set: primary, entries: [] },
    changeSource("user", { actorId: actor.userId }),
    { now: context.clock.now(), newId },
  );
  await applyPlans(context, [plan], hash);
  context.audit({
    eventType: "data_change",
    entityType: "person",
    entityId: person.id,
    details: { kind, name: displayName(person) },
    metadata,
  });
  context.touch("people", "actions");
};

export const addressHandlers: Handlers["addresses"] = {
  list: async ({ input: { params }, services: { database, addressHash } }) => {
    const addresses = await listAddresses(database.db, params.id);
    const optedOut = await findOptedOut(database.db, { id: params.id, addresses }, addressHash);
    return { addresses: addresses.map((address) => present(address, optedOut)) };
  },

  add: async ({ input: { params, body }, actor, caller, request, services }) => {
    const { write, addressHash, general } = services;
    const language = requestLanguage({ caller, request });
    const { kind, value } = readAddress(body.value, (await general()).defaultCountry, language);
    return write(actor, async (context) => {
      const { tx } = context;
      await lockAddresses(tx, [value]);
      const person = await lockOnePerson(tx, params.id);
      if (!person) throw new Problem("not_found");
      if (person.addresses.includes(value)) throw new Problem("already_exists");
      await refuseForeignHolders(tx, caller, [value], { language, personId: params.id });
      const others = await findOtherHolders(tx, value, params.id);
      await changeAddresses(
        context,
        person,
        {
          addresses: [{ kind, value, label: body.label || null }],
          // The first of its kind becomes the primary one.
          ...(person[kind] === null ? { primary: { [kind]: value } } : {}),
          possibleDuplicates: others.map((otherId) => ({ otherId, reason: "named_together" as const })),
        },
        { kind: "address_added", metadata: { kind, value } },
        { actor, hash: addressHash },
      );
      await hashAddresses(tx, [person.id], addressHash);
      const address = (await listAddresses(tx, person.id)).find((one) => one.value === value);
      if (!address) throw new Problem("internal");
      const optedOut = await findOptedOut(tx, { id: params.id, addresses: [address] }, addressHash);
      return present(address, optedOut);
    });
  },

  makePrimary: async ({ input: { params }, actor, services: { write, addressHash } }) => {
    await write(actor, async (context) => {
      const { person, address } = await lockAddressOfPerson(context.tx, params.id);
      if (address.isPrimary) return;
      const { kind, value } = address;
      if (kind === "x") throw new Problem("invalid");
      const replaced = (await listAddresses(context.tx, person.id)).find(
        (other) => other.kind === kind && other.isPrimary,
      );
      await changeAddresses(
        context,
        person,
        {
          primary: { [kind]: value },
          // The one before stays as a further address.
          addresses: replaced
            ? [{ kind, value: replaced.value, label: replaced.label, state: replaced.state }]
            : [],
        },
        {
          kind: "primary_address_changed",
          metadata: { before: { [kind]: person[kind] }, after: { [kind]: value } },
        },
        { actor, hash: addressHash },
      );
    });
    return { ok: true };
  },

  remove: async ({ input: { params }, actor, caller, request, services: { write, addressHash } }) => {
    await write(actor, async (context) => {
      const { person, address } = await lockAddressOfPerson(context.tx, params.id);
      // The next message from the account would make another person of its holder.
      if (address.kind === "x") throw new Problem("invalid");
      const optedOut = await findOptedOut(context.tx, { id: person.id, addresses: [address] }, addressHash);
      if (optedOut.size > 0)
        throw new Problem("in_use", { message: keptMessages[requestLanguage({ caller, request })] });
      const { kind, value } = address;
      await changeAddresses(
        context,
        person,
        {
          ...(address.isPrimary ? { primary: { [kind]: await findNextAddress(context.tx, address) } } : {}),
          removedAddresses: [{ value, isKeptIfUsed: false }],
        },
        { kind: "address_removed", metadata: { kind, value } },
        { actor, hash: addressHash },
      );
    });
    return { ok: true };
  },
};

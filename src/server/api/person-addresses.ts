import type { PersonAddress } from "#contract/threads.ts";
import type { Country } from "#domain/country.ts";
import { emailPattern, normalizeEmail } from "#domain/email-address.ts";
import type { Language } from "#domain/language.ts";
import type { ContactAddressKind } from "#domain/people/person-address.ts";
import { normalisePhone } from "#domain/phone.ts";
import type { Tx } from "#server/db/database.ts";
import { findOptedOut } from "#server/store/compliance/gate-facts.ts";
import { wakeHeldActions } from "#server/store/delivery/actions.ts";
import { lockAddresses } from "#server/store/people/matching.ts";
import { lockPerson } from "#server/store/people/people-changes.ts";
import {
  findAddress,
  findOtherHolders,
  insertAddress,
  listAddresses,
  makePrimary,
  removeAddress,
  type StoredAddress,
} from "#server/store/people/person-addresses.ts";
import { addPossibleDuplicates } from "#server/store/people/possible-duplicates.ts";
import type { WriteContext } from "#server/store/write.ts";
import type { Handlers } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { displayName } from "./people.ts";
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
  const person = await lockPerson(tx, found.personId);
  const address = await findAddress(tx, id);
  if (!person || !address) throw new Problem("not_found");
  return { person, address };
};

const recordChange = async (
  { tx, audit, touch }: WriteContext,
  personId: string,
  description: string,
  metadata: Record<string, unknown>,
): Promise<void> => {
  // A held message may have a place to go now, or none.
  await wakeHeldActions(tx, [personId]);
  audit({ eventType: "data_change", entityType: "person", entityId: personId, description, metadata });
  touch("people", "actions");
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
      const person = await lockPerson(tx, params.id);
      if (!person) throw new Problem("not_found");
      const hash = addressHash(value);
      const address = await insertAddress(tx, {
        personId: params.id,
        kind,
        value,
        label: body.label || null,
        hash,
      });
      if (!address) throw new Problem("already_exists");
      const others = await findOtherHolders(tx, value, params.id);
      await addPossibleDuplicates(
        tx,
        others.map((otherId) => ({
          personId: params.id,
          otherId,
          reason: "named_together" as const,
          causedBy: null,
        })),
      );
      await recordChange(context, params.id, `Added an address of ${displayName(person)}`, { kind, value });
      const optedOut = await findOptedOut(tx, { id: params.id, addresses: [address] }, addressHash);
      return present(address, optedOut);
    });
  },

  makePrimary: async ({ input: { params }, actor, services: { write } }) => {
    await write(actor, async (context) => {
      const { person, address } = await lockAddressOfPerson(context.tx, params.id);
      if (address.isPrimary) return;
      const { kind, value } = address;
      if (kind === "x") throw new Problem("invalid");
      await makePrimary(context.tx, { personId: person.id, kind, value });
      const description = `Changed the primary address of ${displayName(person)}`;
      await recordChange(context, person.id, description, {
        before: { [kind]: person[kind] },
        after: { [kind]: value },
      });
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
      await removeAddress(context.tx, address);
      const { kind, value } = address;
      await recordChange(context, person.id, `Removed an address of ${displayName(person)}`, { kind, value });
    });
    return { ok: true };
  },
};

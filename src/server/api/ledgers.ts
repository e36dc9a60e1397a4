import type { ConsentRecord, SuppressionRecord } from "#contract/consents.ts";
import { zonesOfRule } from "#domain/compliance/hours-rule.ts";
import { hoursTable } from "#domain/compliance/hours-table.ts";
import { changeSource } from "#domain/people/change-source.ts";
import { completePlan } from "#domain/people/plan-change.ts";
import {
  consentChannelLabels,
  consentMethodLabels,
  consentPurposeLabels,
  consentStateLabels,
  suppressionScopeLabels,
  suppressionSourceLabels,
  suppressionStateLabels,
  yesNoLabels,
} from "#domain/texts/value-labels.ts";
import {
  optInAddresses,
  optOut,
  optOutAddresses,
  waitForSendsInFlight,
  withAddressesLocked,
} from "#server/pipeline/deliver/opt-out.ts";
import { noteReviewResolved } from "#server/pipeline/deliver/thread-hooks.ts";
import { listConsents } from "#server/store/compliance/consents.ts";
import { readWorkspaceHours } from "#server/store/compliance/contact-rules.ts";
import type { Recipient } from "#server/store/compliance/gate-facts.ts";
import { findRecipients } from "#server/store/compliance/gate-facts.ts";
import {
  findReviewPerson,
  hasOpenReviews,
  listReviews,
  resolveReview,
} from "#server/store/compliance/reviews.ts";
import { listSuppressions } from "#server/store/compliance/suppressions.ts";
import { wakeHeldActions } from "#server/store/delivery/actions.ts";
import { applyPlans } from "#server/store/people/apply-plans.ts";
import { lockOnePerson } from "#server/store/people/stored-people.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { sendLedgerCsv, toLedgerQuery } from "./ledger-export.ts";
import { Problem } from "./problem.ts";

const addresses = (person: Recipient): string[] => person.addresses.map(({ value }) => value);
const displayName = ({ firstName, lastName, email, phone }: Recipient): string | null =>
  [firstName, lastName].filter(Boolean).join(" ") || email || phone;

const findPersonOrFail = async ({ database }: ApiServices, id: string): Promise<Recipient> => {
  const [person] = await findRecipients(database.db, [id]);
  if (!person) throw new Problem("not_found");
  return person;
};

export const ledgerHandlers: Handlers["ledgers"] = {
  consents: async ({ input: { query }, services }) => {
    const { limit, ...filter } = await toLedgerQuery(query, services);
    return listConsents(services.database.db, filter, limit);
  },

  exportConsents: async ({ input: { query }, services, ...call }) => {
    const { names: _names, language: _language, ...filter } = await toLedgerQuery(query, services);
    return sendLedgerCsv<ConsentRecord>(
      { ...call, services },
      {
        name: "consents",
        query,
        columns: [
          ["created_at", ({ createdAt }) => createdAt],
          ["person_id", ({ personId }) => personId],
          ["person", ({ personName }) => personName],
          ["channel", ({ channel }) => channel, consentChannelLabels],
          ["purpose", ({ purpose }) => purpose, consentPurposeLabels],
          ["state", ({ state }) => state, consentStateLabels],
          ["written", ({ written }) => (written ? "yes" : "no"), yesNoLabels],
          ["method", ({ method }) => method, consentMethodLabels],
          ["recorded_by", ({ actorEmail }) => actorEmail],
          ["proof", ({ proof }) => (proof === null ? null : JSON.stringify(proof))],
        ],
        readPage: (before, limit) => listConsents(services.database.db, { ...filter, before }, limit),
      },
    );
  },

  exportSuppressions: async ({ input: { query }, services, ...call }) => {
    const { database, addressHash } = services;
    const { names: _names, language: _language, ...filter } = await toLedgerQuery(query, services);
    return sendLedgerCsv<SuppressionRecord>(
      { ...call, services },
      {
        name: "opt-outs",
        query,
        columns: [
          ["created_at", ({ createdAt }) => createdAt],
          ["person_id", ({ personId }) => personId],
          ["person", ({ personName }) => personName],
          ["scope", ({ scope }) => scope, suppressionScopeLabels],
          ["state", ({ state }) => state, suppressionStateLabels],
          ["source", ({ source }) => source, suppressionSourceLabels],
          ["reason", ({ reason }) => reason],
          ["simulated", ({ simulated }) => (simulated ? "yes" : "no"), yesNoLabels],
        ],
        readPage: (before, limit) => listSuppressions(database.db, { ...filter, before }, limit, addressHash),
      },
    );
  },

  recordConsent: async ({ input: { params, body }, actor, services }) => {
    await findPersonOrFail(services, params.id);
    await services.write(actor, async (context) => {
      const { tx, audit, touch } = context;
      const { proof, ...consent } = body;
      const person = await lockOnePerson(tx, params.id);
      if (!person) throw new Problem("not_found");
      const consents = [{ ...consent, method: "operator" as const, proof: { words: proof } }];
      const source = changeSource("user", { actorId: actor.userId });
      const plan = completePlan(
        { before: person, after: person, consents, entries: [] },
        source,
        context.clock.now(),
      );
      await applyPlans(context, [plan], services.addressHash);
      audit({
        eventType: "data_change",
        entityType: "consent",
        entityId: params.id,
        details: { kind: "consent_recorded", channel: body.channel, state: body.state },
      });
      touch("people", "actions");
    });
    const { records } = await listConsents(services.database.db, { personId: params.id }, 1);
    const [record] = records;
    if (!record) throw new Problem("internal");
    return record;
  },

  suppressions: async ({ input: { query }, services }) => {
    const { database, addressHash } = services;
    const person =
      query.personId === undefined ? undefined : await findPersonOrFail(services, query.personId);
    const owner = person && { id: person.id, name: displayName(person), addresses: addresses(person) };
    const { limit, personId: _, ...filter } = await toLedgerQuery(query, services);
    return listSuppressions(database.db, filter, limit, addressHash, owner);
  },

  optOut: async ({ input: { params, body }, actor, services }) => {
    const person = await findPersonOrFail(services, params.id);
    const preference = {
      addresses: addresses(person),
      source: "operator" as const,
      reason: body.reason || null,
      causedBy: null,
    };
    if (preference.addresses.length === 0) throw new Problem("not_configured");
    await optOutAddresses(services.write, services.addressHash, preference, actor);
    return { ok: true };
  },

  optIn: async ({ input: { params, body }, actor, services }) => {
    const person = await findPersonOrFail(services, params.id);
    const preference = {
      addresses: addresses(person),
      source: "operator" as const,
      reason: body.reason,
      causedBy: null,
    };
    await optInAddresses(services.write, services.addressHash, preference, actor);
    return { ok: true };
  },

  reviews: ({ services: { database } }) => listReviews(database.db),

  resolveReview: async ({ input: { params, body }, actor, services }) => {
    const { database, write, addressHash } = services;
    const personId = await findReviewPerson(database.db, params.id);
    if (personId === undefined) throw new Problem("not_found");
    const isOptOut = body.outcome === "opted_out";
    const optedOut = isOptOut ? addresses(await findPersonOrFail(services, personId)) : [];
    // One transaction: a resolved review without its opt-out would let messages through.
    const people = await withAddressesLocked(write, actor, optedOut, async (context, holders) => {
      const { tx, audit, touch } = context;
      const review = await resolveReview(tx, params.id, body.outcome, actor.userId);
      if (!review) throw new Problem("not_found");
      const cause = { source: "operator" as const, reason: review.words, causedBy: params.id };
      if (isOptOut)
        await optOut(context, addressHash, { addresses: optedOut, ...cause }, holders, actor.userId);
      await wakeHeldActions(tx, [personId]);
      await noteReviewResolved(context, personId, await hasOpenReviews(tx, personId));
      audit({
        eventType: "data_change",
        entityType: "review",
        entityId: params.id,
        details: { kind: "reply_reviewed", isOptOut },
      });
      touch("people", "actions");
      return holders;
    });
    await waitForSendsInFlight(write, people);
    return { ok: true };
  },

  hours: async ({ services: { database } }) => {
    const workspaceRules = await readWorkspaceHours(database.db);
    const toHours = (origin: "law" | "workspace") => (rule: (typeof workspaceRules)[number]) => ({
      id: rule.id,
      name: rule.name,
      region: rule.region,
      days: rule.days.map((day) => (day ? { ...day } : null)),
      holidays: rule.holidays,
      source: rule.source,
      checked: rule.checked,
      verified: rule.verified,
      zones: zonesOfRule(rule),
      origin,
    });
    return [...hoursTable.map(toHours("law")), ...workspaceRules.map(toHours("workspace"))];
  },
};

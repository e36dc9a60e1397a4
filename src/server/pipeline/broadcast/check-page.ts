import type { PersonField } from "#contract/person-fields.ts";
import type { MessageTemplateRecord } from "#contract/templates.ts";
import type { BroadcastInput, BroadcastRuling } from "#domain/broadcasts/broadcast.ts";
import { isHeldOut, rulePerson } from "#domain/broadcasts/rule-person.ts";
import type { LookedAt } from "#domain/broadcasts/tally-check.ts";
import { addressKindOf, type Channel } from "#domain/channels/channel.ts";
import { evaluateGate } from "#domain/compliance/evaluate-gate.ts";
import type { GateFacts } from "#domain/compliance/facts.ts";
import { indexHolidays } from "#domain/compliance/place-hours.ts";
import type { Language } from "#domain/language.ts";
import { countSegments } from "#domain/messages/segments.ts";
import { withSampleLinks } from "#domain/messages/short-link.ts";
import { fieldTexts } from "#domain/people/field-texts.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";
import type { Reason } from "#domain/reason.ts";
import type { PlannedMessage } from "#domain/rules/kinds.ts";
import { defaultOptions } from "#domain/rules/rule.ts";
import { messageOf, type SequenceStep } from "#domain/sequences/compile-sequence.ts";
import { type LocalCalendar, waitEnd } from "#domain/sequences/wait-end.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import {
  type BusinessValues,
  composePlanned,
  digestWords,
  plannedIntent,
  plannedLinks,
  recipientLanguage,
  templateValues,
} from "#server/pipeline/deliver/compose.ts";
import type { Member, RuledPerson } from "#server/store/broadcasts/broadcast-people.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import type { ContactRules } from "#server/store/compliance/contact-rules.ts";
import {
  findRecipients,
  findXAccount,
  type Recipient,
  readGateFacts,
} from "#server/store/compliance/gate-facts.ts";

/** What is the same for everybody in a check. */
export type CheckContext = {
  id: string;
  definition: BroadcastInput;
  /** As they are stored, so that the wording drawn here is the one that is sent. */
  steps: readonly SequenceStep[];
  hash: AddressHash;
  contactRules: ContactRules;
  timezone: string;
  business: { values: BusinessValues; language: Language };
  personFields: readonly PersonField[];
  templates: readonly MessageTemplateRecord[];
  linkOrigin: string | null;
  prices: Record<Channel, number>;
  /** When the broadcast would begin. */
  startsAt: number;
  /** The hours of the chart. */
  hours: readonly number[];
  /** Of how many people one is asked for the chart. */
  sampleEvery: number;
};

/** The steps up to the first message that everybody gets; the check tells what becomes of that message. */
const stepsToFirstMessage = (steps: readonly SequenceStep[]): readonly SequenceStep[] => {
  const index = steps.findIndex(({ does, within }) => "channel" in does && within === null);
  return index < 0 ? [] : steps.slice(0, index + 1).filter(({ within }) => within === null);
};

type Holidays = ReturnType<typeof indexHolidays>;

const calendarOf = (recipient: Recipient, holidays: Holidays, timezone: string): LocalCalendar => {
  const { phone, zip, region, timezone: zone } = recipient;
  const [place] = candidatePlaces({ phone, zip, region, zone });
  const days = holidays.daysIn(place?.region ?? null);
  return { zone: place?.zone ?? timezone, isHoliday: (day) => days.has(day) };
};

const addressOf = (channel: Channel, recipient: Recipient): string | null => {
  const kind = addressKindOf(channel);
  return kind === "x" ? (findXAccount(recipient)?.value ?? null) : recipient[kind];
};

type Wording = { language: Language; unwritable: Reason | null; words: string | null; segments: number };

/** The message as it would be for the person now; what cannot be written says why. */
const wordingOf = (message: PlannedMessage, recipient: Recipient, context: CheckContext): Wording => {
  const { business, personFields, templates, linkOrigin } = context;
  const language = recipientLanguage(recipient, business.language);
  const texts = fieldTexts(recipient.fields, personFields, language);
  const values = templateValues(recipient, business.values, {}, null, texts);
  const composed = composePlanned(message, values, language, templates);
  if ("code" in composed) return { language, unwritable: composed, words: null, segments: 0 };
  return {
    language: composed.language,
    unwritable: null,
    words: digestWords(message.channel, composed),
    segments:
      message.channel === "sms"
        ? countSegments(
            withSampleLinks(composed.text, plannedLinks(message, language, templates), linkOrigin),
          ).segments
        : 0,
  };
};

type Looked = { counted: LookedAt; row: Omit<RuledPerson, "place"> };

const lookAt = (
  member: Member,
  recipient: Recipient,
  facts: GateFacts,
  { steps, holidays }: { steps: readonly SequenceStep[]; holidays: Holidays },
  context: CheckContext,
  isSampled: boolean,
  takenAddresses: Set<string>,
): Looked => {
  const { id, definition, timezone, prices, templates, startsAt } = context;
  const runId = newId();
  const last = steps.at(-1);
  const message = last ? messageOf(last, runId) : null;
  const calendar = calendarOf(recipient, holidays, timezone);
  const timeFrom = (from: number) =>
    steps.reduce((at, { wait }) => (wait === null ? at : waitEnd(wait, at, calendar)), from);
  const wording = message && wordingOf(message, recipient, context);
  const language = recipientLanguage(recipient, context.business.language);
  const address = message && addressOf(message.channel, recipient);
  const { repeatHours } = defaultOptions;
  const gateAt = (at: number) => {
    if (!message || !wording) return null;
    const repeatLimit =
      wording.words === null || repeatHours === null ? null : { words: wording.words, hours: repeatHours };
    const target = { personId: member.id, language, ruleId: id, repeatLimit, purpose: definition.purpose };
    return evaluateGate(plannedIntent(message, target, templates), { ...facts, now: at });
  };
  const ruleAt = (from: number) => {
    const at = timeFrom(from);
    const decision = gateAt(at);
    // The part of several wordings that gets none.
    const isWordless = last !== undefined && message === null;
    return rulePerson(
      {
        at,
        gate: decision && {
          kind: decision.kind,
          until: decision.kind === "wait" ? decision.until : null,
          reasons: decision.reasons,
        },
        unwritable: isWordless ? { code: "step_holdout" } : (wording?.unwritable ?? null),
        goodForMs: last?.goodForMs ?? 0,
        address,
        isRepeated: address !== null && takenAddresses.has(address),
        isInSequence: member.isInSequence,
        isWrittenToday: member.isWrittenToday,
        hasOpenConversation: member.hasOpenConversation,
      },
      { leaveOut: definition.leaveOut, isHeldOut: isHeldOut(id, member.id, definition.holdoutPercent) },
    );
  };
  const ruling = ruleAt(startsAt);
  const hours = isSampled ? context.hours.map((hour): BroadcastRuling => ruleAt(hour).ruling) : null;
  if (ruling.ruling !== "stop" && address !== null) takenAddresses.add(address);
  const channel = message?.channel ?? null;
  return {
    counted: {
      ...ruling,
      channel,
      language: wording?.language ?? language,
      unwritable: wording?.unwritable ?? null,
      segments: wording?.segments ?? 0,
      cost: channel === null ? 0 : prices[channel] * Math.max(1, wording?.segments ?? 1),
      isInSequence: member.isInSequence,
      isWrittenToday: member.isWrittenToday,
      hasOpenConversation: member.hasOpenConversation,
      hours,
    },
    row: {
      personId: member.id,
      ruling: ruling.ruling,
      until: ruling.until === null ? null : new Date(ruling.until).toISOString(),
      reasons: ruling.reasons,
      channel,
      address,
      runId,
    },
  };
};

/** Asks the gate for a page of people. `isTaken` tells which addresses people before them have. */
export const checkPage = async (
  tx: Tx,
  members: readonly Member[],
  context: CheckContext,
  { firstPlace, readTaken }: { firstPlace: number; readTaken: (addresses: string[]) => Promise<Set<string>> },
): Promise<{ counted: LookedAt[]; rows: RuledPerson[] }> => {
  const { hash, contactRules, startsAt, sampleEvery } = context;
  const steps = stepsToFirstMessage(context.steps);
  const holidays = indexHolidays(contactRules.holidays);
  const recipients = await findRecipients(
    tx,
    members.map(({ id }) => id),
  );
  const facts = await readGateFacts(tx, recipients, contactRules, hash, startsAt);
  const byId = new Map(recipients.map((recipient) => [recipient.id, recipient]));
  const channels = steps.at(-1)?.variants.length
    ? (steps.at(-1)?.variants ?? []).flatMap(({ message }) => message?.channel ?? [])
    : steps.flatMap(({ does }) => ("channel" in does ? does.channel : []));
  const taken = await readTaken(
    recipients.flatMap((recipient) =>
      [...new Set(channels)].flatMap((channel) => addressOf(channel, recipient) ?? []),
    ),
  );
  const counted: LookedAt[] = [];
  const rows: RuledPerson[] = [];
  members.forEach((member, index) => {
    const recipient = byId.get(member.id);
    const own = facts.get(member.id);
    // Deleted since the page was read.
    if (!recipient || !own) return;
    const place = firstPlace + index;
    const looked = lookAt(
      member,
      recipient,
      own,
      { steps, holidays },
      context,
      place % sampleEvery === 0,
      taken,
    );
    counted.push(looked.counted);
    rows.push({ place, ...looked.row });
  });
  return { counted, rows };
};

import type { SequenceForecast } from "#contract/rules.ts";
import { evaluateGate } from "#domain/compliance/evaluate-gate.ts";
import type { GateFacts } from "#domain/compliance/facts.ts";
import { indexHolidays } from "#domain/compliance/place-hours.ts";
import { fieldDates } from "#domain/people/field-dates.ts";
import { fieldTexts } from "#domain/people/field-texts.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";
import { compileRule } from "#domain/rules/evaluate.ts";
import type { PlannedMessage } from "#domain/rules/kinds.ts";
import { defaultOptions, type RuleAction, type RuleOptions } from "#domain/rules/rule.ts";
import { playForward, type SentMessage } from "#domain/sequences/play-forward.ts";
import { newId } from "#server/db/id.ts";
import {
  plannedIntent,
  plannedText,
  plannedWords,
  recipientLanguage,
  templateValues,
} from "#server/pipeline/deliver/compose.ts";
import { readRunPeople } from "#server/store/automation/sequence-runs.ts";
import { findRecipients, readGateFacts } from "#server/store/compliance/gate-facts.ts";
import { listTemplateTexts } from "#server/store/delivery/templates.ts";
import { findProfiles } from "#server/store/people/profiles.ts";
import { readPersonSegments } from "#server/store/people/segment-memberships.ts";
import { identifySteps } from "./change-rule.ts";
import type { ApiServices } from "./handler.ts";
import { Problem } from "./problem.ts";

type ForecastRequest = {
  actions: RuleAction[];
  options?: RuleOptions | undefined;
  ruleId?: string | undefined;
  personId: string;
  answersAt?: string | undefined;
  labels?: Readonly<Record<string, string>> | undefined;
};

const iso = (at: number): string => new Date(at).toISOString();

/** Plays a draft forward for one person, over their calendar, quiet hours, holidays, caps and what they got lately. */
export const forecastSequence = async (
  { actions, options = defaultOptions, ruleId, personId, answersAt, labels = {} }: ForecastRequest,
  { database, addressHash, contactRules, general, business, personFields }: ApiServices,
  now: number,
): Promise<SequenceForecast> => {
  const { db } = database;
  const draft = identifySteps({ actions, options: { ...options, stopWhen: options.stopWhen } }, options);
  const { sequence } = compileRule({
    ...{ triggers: [], conditions: [], actions: draft.actions },
    // A draft of one plain message is played forward, too.
    options: {
      stopOn: options.stopOn,
      stopWhen: options.stopWhen ?? ["answered", "converted", "colleague_wrote"],
    },
  });
  const [person] = await findProfiles(db, [personId]);
  const [recipient] = await findRecipients(db, [personId]);
  if (!person || !recipient || !sequence) throw new Problem("not_found");
  const { timezone } = await general();
  const rules = await contactRules(now);
  const read = await db.transaction((tx) => readGateFacts(tx, [recipient], rules, addressHash, now));
  const facts = read.get(personId);
  if (!facts) throw new Problem("not_found");
  const segments = await readPersonSegments(db, person, sequence.segmentIds, { now, timezone, userId: null });
  const templates = await listTemplateTexts(db);
  const { values: businessValues, language: workspaceLanguage } = await business();
  const language = recipientLanguage(recipient, workspaceLanguage);
  const values = templateValues(
    recipient,
    businessValues,
    {},
    null,
    fieldTexts(recipient.fields, await personFields(), language),
  );
  const wordsOf = (message: PlannedMessage) => plannedWords(message, values, language, templates);
  const { repeatHours } = options;
  const gate = (message: PlannedMessage, at: number, sent: readonly SentMessage[]) => {
    const words = wordsOf(message);
    const repeatLimit = words === null || repeatHours === null ? null : { words, hours: repeatHours };
    const target = { personId, language, ruleId: ruleId ?? null, repeatLimit };
    return evaluateGate(plannedIntent(message, target, templates), {
      ...facts,
      now: at,
      recentSends: [...facts.recentSends, ...sent.map((one) => asSend(one, ruleId ?? null, wordsOf))],
    });
  };
  const { phone, zip, region, timezone: zone } = person;
  const [place] = candidatePlaces({ phone, zip, region, zone });
  const days = indexHolidays(rules.holidays).daysIn(place?.region ?? null);
  const entries = playForward(sequence, {
    calendar: { zone: place?.zone ?? timezone, isHoliday: (day) => days.has(day) },
    dates: fieldDates(recipient.fields, await personFields()),
    segments: new Map([...segments].map(([id, { isMember }]) => [id, isMember])),
    runId: newId(),
    now,
    preferredChannel: (await readRunPeople(db, [personId])).get(personId)?.preferredChannel ?? null,
    answersAt: answersAt === undefined ? null : Date.parse(answersAt),
    labels,
    gate,
  });
  return {
    entries: entries.map(({ message, at, waits, reasons, ...entry }) => ({
      ...entry,
      at: iso(at),
      channel: message?.channel ?? null,
      text: message && plannedText(message, values, language, templates),
      waits: waits.map(({ from, until, reasons: own }) => ({
        from: iso(from),
        until: until === null ? null : iso(until),
        reasons: [...own],
      })),
      reasons: [...reasons],
    })),
  };
};

/** A message that the forecast has sent counts for the caps of those after it. */
const asSend = (
  { at, message }: SentMessage,
  ruleId: string | null,
  wordsOf: (message: PlannedMessage) => string | null,
): GateFacts["recentSends"][number] => ({
  ...{ at, channel: message.channel, ruleId, purpose: "marketing" },
  words: wordsOf(message),
});

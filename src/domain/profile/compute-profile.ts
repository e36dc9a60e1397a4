import { type ConversationChannel, conversationChannels } from "#domain/channels/channel.ts";
import { evaluateByHand } from "#domain/compliance/evaluate-by-hand.ts";
import type { GateFacts } from "#domain/compliance/facts.ts";
import { contactWindowAt, rulesForChannel } from "#domain/compliance/hours.ts";
import type { personStatuses, personTypes } from "#domain/person.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";
import type { Scores } from "#domain/rules/snapshot.ts";
import { type BestTime, findBestTime, openHoursOfWeek } from "./best-time.ts";
import type { ProfileEntry } from "./entries.ts";
import { chooseNextAction, type NextAction } from "./next-action.ts";
import { choosePreferredChannel, type PreferredChannel } from "./preferred-channel.ts";
import type { SummaryFacts } from "./summary.ts";

/** Reasons for which a channel is closed to the person, whatever the hour and the purpose. */
const closingReasons = [
  "address_missing",
  "address_invalid",
  "address_not_reachable",
  "address_bounced",
  "opted_out",
  "do_not_contact",
  "consent_denied",
  "only_answers",
];

/** Why each channel is closed to the person; null where it is open. */
const findClosedChannels = (personId: string, facts: GateFacts): Map<ConversationChannel, string | null> =>
  new Map(
    conversationChannels.map((channel) => {
      const question = { personId, channel, purpose: "service" as const, approvedTemplateName: null };
      const closing = evaluateByHand(question, facts).reasons.find(({ code }) =>
        closingReasons.includes(code),
      );
      return [channel, closing?.code ?? null];
    }),
  );

/** The channels on which an operator's message of the purpose would go out or wait. */
const findAllowedChannels = (personId: string, purpose: "service" | "marketing", facts: GateFacts) =>
  new Set(
    conversationChannels.filter(
      (channel) =>
        evaluateByHand({ personId, channel, purpose, approvedTemplateName: null }, facts).kind !== "stop",
    ),
  );

/** Holidays move single days, not habits. */
const noHolidays: [] = [];

const findOpenHours = (channel: ConversationChannel, zone: string, facts: GateFacts): boolean[] => {
  const rules = rulesForChannel(facts.hoursRules, channel);
  const places = candidatePlaces({ phone: facts.phone, ...facts.where });
  return openHoursOfWeek(facts.now, zone, (at) => contactWindowAt(at, places, rules, noHolidays).open);
};

export type ProfiledPerson = {
  id: string;
  type: (typeof personTypes)[number];
  status: (typeof personStatuses)[number];
  timezone: string | null;
  sources: readonly string[];
  createdAt: number;
  scores: Scores | null;
};

export type PersonAdvice = {
  /** The person's own, else the workspace's. */
  zone: string;
  closedBy: Map<ConversationChannel, string | null>;
  preferred: PreferredChannel;
  bestTime: BestTime;
  nextAction: NextAction;
  summaryFacts: SummaryFacts;
};

/** Preferred channel, best time and next best action, and the facts of the summary. */
export const computeProfile = (
  person: ProfiledPerson,
  facts: GateFacts,
  /** Newest first. */
  entries: readonly ProfileEntry[],
  workspaceZone: string,
): PersonAdvice => {
  const { id, type, status, scores, sources, createdAt } = person;
  const { now } = facts;
  const zone =
    person.timezone ?? candidatePlaces({ phone: facts.phone, ...facts.where })[0]?.zone ?? workspaceZone;
  const closedBy = findClosedChannels(id, facts);
  const open = new Set(conversationChannels.filter((each) => closedBy.get(each) === null));
  const preferred = choosePreferredChannel(entries, open, now);
  const bestTime = findBestTime(entries, {
    now,
    zone,
    open: findOpenHours(preferred.channel ?? "sms", zone, facts),
  });
  const nextAction = chooseNextAction({
    now,
    status,
    scores,
    entries,
    preferred,
    allowed: {
      service: findAllowedChannels(id, "service", facts),
      marketing: findAllowedChannels(id, "marketing", facts),
    },
    bestTime,
    isUnderReview: facts.underReview !== null,
  });
  const summaryFacts = { type, status, origin: sources[0] ?? null, createdAt, now, zone, entries };
  return { zone, closedBy, preferred, bestTime, nextAction, summaryFacts };
};

/** As it is stored for exports and other systems. */
export const formatBestTime = ({ window }: Pick<BestTime, "window">): string | null =>
  window && `${window.days} ${window.fromHour}:00-${window.toHour}:00`;

import type { PersonField } from "#contract/person-fields.ts";
import { addressKindOf, type Channel, channels } from "#domain/channels/channel.ts";
import type { Approved } from "#domain/compliance/evaluate-gate.ts";
import type { GateFacts } from "#domain/compliance/facts.ts";
import { revealLink } from "#domain/forms/form-texts.ts";
import type { ConfirmedKind } from "#domain/forms/submission-evidence.ts";
import type { Language } from "#domain/language.ts";
import { type Simulation, type SimulationPolicy, simulationOf } from "#domain/messages/simulation.ts";
import type { Reason } from "#domain/reason.ts";
import { system } from "#server/audit/entry.ts";
import type { Clock } from "#server/clock.ts";
import type { OutgoingMessage } from "#server/connectors/messaging/messenger.ts";
import type { Tx } from "#server/db/database.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import { readRunsOfActions } from "#server/store/automation/sequence-runs.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import type { ContactRules } from "#server/store/compliance/contact-rules.ts";
import { findXAccount, type Recipient } from "#server/store/compliance/gate-facts.ts";
import {
  type ActionDecision,
  claimDue,
  type DispatchedAction,
  type DueAction,
  delayActions,
  markDispatching,
  saveDecisions,
} from "#server/store/delivery/actions.ts";
import { insertShortLinks, type NewShortLink } from "#server/store/delivery/short-links.ts";
import { listTemplateTexts } from "#server/store/delivery/templates.ts";
import { readEventFields } from "#server/store/ingestion/events.ts";
import { addToTimeline } from "#server/store/people/timeline.ts";
import type { Write } from "#server/store/write.ts";
import type { BusinessValues, ComposedMessage } from "./compose.ts";
import { decideAction, findTargetAddress } from "./decide.ts";
import { decidedOutcomes, decisionEntries } from "./decided-outcomes.ts";
import { lockRecipients } from "./lock-recipients.ts";
import type { ReadyMessenger } from "./messengers.ts";
import { openSendRates } from "./send-rates.ts";
import { noteOutcomes } from "./thread-hooks.ts";

export type DeliveryContext = {
  write: Write;
  clock: Clock;
  hash: AddressHash;
  contactRules: (now: number) => Promise<ContactRules>;
  /** The messengers of a channel, in the order in which they are tried. */
  messengersFor: (channel: Channel) => Promise<ReadyMessenger[]>;
  simulation: () => Promise<SimulationPolicy>;
  business: () => Promise<{ values: BusinessValues; language: Language; timezone: string }>;
  /** Where a vendor reports the status of a message; null while it cannot reach us. */
  callbackUrl: (messenger: string, isSimulated: boolean) => string | null;
  unsubscribeUrl: (actionId: string) => string | null;
  /** The link that confirms the address of a form's submission; null while no visitor could open it. */
  confirmUrl: (submissionId: string, kind: ConfirmedKind) => string | null;
  /** Definitions of custom fields. */
  personFields: () => Promise<PersonField[]>;
  /** How long a call of the voice agent may last. */
  maxCallSeconds: () => Promise<number>;
  /** The signed reply and bounce address of an e-mail. */
  returnAddress: (actionId: string, isSimulated: boolean) => string | null;
  readFile: (id: string) => Promise<Buffer>;
  /** Where a vendor can fetch a file for a while; null while it cannot reach us. */
  fileUrl: (id: string, isSimulated: boolean) => string | null;
  /** The short form of an address in a message; null while nobody could open it. */
  shortLink: (actionId: string, target: string, isSimulated: boolean) => { code: string; url: string } | null;
  /** Where a reader of an e-mail loads a picture; null while nobody can reach us. */
  imageUrl: (id: string, isSimulated: boolean) => string | null;
};

/** A claimed message that the gate approved and that is about to be sent. */
export type ClaimedSend = {
  action: DueAction;
  via: ReadyMessenger;
  simulation: Simulation | null;
  message: Approved<OutgoingMessage>;
  fence: number;
  /** Another messenger could send it instead. */
  hasAlternative: boolean;
};

/** Renewed while a message is being sent, so that what a killed process had claimed is soon known to be lost. */
export const sendLeaseSeconds = 20;

/** A message that waits is worked off in some milliseconds, unless an import holds the lock of its sender; so is a due run. */
const unreadPauseMs = 250;

type Snapshot = {
  contactRules: ContactRules;
  business: BusinessValues;
  language: Language;
  timezone: string;
  messengers: Map<Channel, ReadyMessenger[]>;
  simulation: SimulationPolicy;
  maxCallSeconds: number;
  personFields: PersonField[];
};

/** Read before the transaction: while it holds locks it must not wait for a second connection. */
const readSnapshot = async ({
  clock,
  contactRules,
  business,
  messengersFor,
  simulation,
  maxCallSeconds,
  personFields,
}: DeliveryContext): Promise<Snapshot> => {
  const { values, language, timezone } = await business();
  const messengers = await Promise.all(
    channels.map(async (channel) => [channel, await messengersFor(channel)] as const),
  );
  return {
    contactRules: await contactRules(clock.now()),
    business: values,
    language,
    timezone,
    messengers: new Map(messengers),
    simulation: await simulation(),
    maxCallSeconds: await maxCallSeconds(),
    personFields: await personFields(),
  };
};

/** Claims due actions and evaluates the gate in the same transaction; returns what is to be sent. */
export const claimNext = async (
  limit: number,
  context: DeliveryContext,
): Promise<{ claimed: number; sends: ClaimedSend[] }> => {
  const snapshot = await readSnapshot(context);
  return context.write(system, async ({ tx, touch, clock }) => {
    const due = await claimDue(tx, limit);
    if (due.length === 0) return { claimed: 0, sends: [] };
    const now = clock.now();
    const { sends, dispatched, decisions, postponed, links, saveRates } = await decideBatch(
      tx,
      due,
      snapshot,
      context,
      now,
    );
    await inOneRoundTrip([
      saveDecisions(tx, decisions),
      delayActions(tx, postponed, new Date(now + unreadPauseMs)),
      saveRates(),
      markDispatching(tx, dispatched, sendLeaseSeconds),
      insertShortLinks(tx, links),
      addToTimeline(tx, decisionEntries(due, decisions)),
    ]);
    await noteOutcomes({ tx, touch, clock }, decidedOutcomes(due, decisions));
    touch("actions");
    if (decisions.length > 0) touch("people");
    return { claimed: due.length, sends };
  });
};

type DecidedBatch = {
  sends: ClaimedSend[];
  dispatched: DispatchedAction[];
  decisions: ActionDecision[];
  /** Actions whose recipients wrote something that is not worked off yet, and steps of runs that are about to decide. */
  postponed: string[];
  links: NewShortLink[];
  saveRates: () => Promise<void>;
};

const decideBatch = async (
  tx: Tx,
  due: DueAction[],
  {
    contactRules,
    business,
    language,
    timezone,
    messengers,
    simulation,
    maxCallSeconds,
    personFields,
  }: Snapshot,
  context: DeliveryContext,
  now: number,
): Promise<DecidedBatch> => {
  const [{ people, facts, unread }, runs, templates, events] = await inOneRoundTrip([
    lockRecipients(tx, due, context.hash, contactRules, now),
    readRunsOfActions(
      tx,
      due.flatMap(({ runId, stepId }) => (stepId === null ? [] : (runId ?? []))),
    ),
    listTemplateTexts(tx),
    readEventFields(
      tx,
      due.flatMap(({ causedBy }) => causedBy ?? []),
    ),
  ]);
  const usedChannels = new Set(due.map(({ channel }) => channel));
  // After the address locks, in every transaction that takes both.
  const rates = await openSendRates(
    tx,
    [...usedChannels].flatMap((channel) => messengers.get(channel) ?? []),
    now,
  );
  const batch: DecidedBatch = {
    ...{ sends: [], dispatched: [], decisions: [], postponed: [], links: [] },
    saveRates: rates.save,
  };
  for (const action of due) {
    const person = people.get(action.personId);
    const personFacts = facts.get(action.personId);
    if (!person || !personFacts) continue;
    const run = runs.get(action.runId ?? "") ?? null;
    // Something happened that may end the run, which decides first.
    const isUndecided = run?.isDue && run.isRuleOn && run.state === "acting";
    if (unread.has(person.id) || isUndecided) {
      batch.postponed.push(action.id);
      continue;
    }
    const configured = availableMessengers(action, messengers);
    // An account that is live, or may take over, reaches people who cannot open an address of this machine.
    const isSimulated = configured.every((candidate) => candidate.isSimulated);
    const decided = decideAction({
      action,
      person,
      facts: personFacts,
      run,
      templates,
      business,
      workspaceLanguage: language,
      workspaceTimezone: timezone,
      event: events.get(action.causedBy ?? "") ?? {},
      unsubscribeUrl: action.channel === "email" ? context.unsubscribeUrl(action.id) : null,
      shortLink: (target) => {
        const link = context.shortLink(action.id, target, isSimulated);
        return link && { ...link, target };
      },
      personFields,
    });
    if (!decided.sends) {
      batch.decisions.push(decided.decision);
      continue;
    }
    const { confirms } = action.config;
    const link = confirms && context.confirmUrl(confirms.submissionId, confirms.kind);
    if (link === null) {
      const reasons: Reason[] = [{ code: "not_configured", channel: action.channel }];
      batch.decisions.push({ id: action.id, status: "failed", reasons, notBefore: null });
      continue;
    }
    const candidates = configured.filter((candidate) => takesFiles(action, candidate, context));
    if (configured.length > 0 && candidates.length === 0) {
      const reasons: Reason[] = [{ code: "files_not_taken", channel: action.channel }];
      batch.decisions.push({ id: action.id, status: "failed", reasons, notBefore: null });
      continue;
    }
    const choice = rates.choose(action, candidates);
    if (choice.kind === "postponed") continue;
    if (choice.kind === "none") {
      const reasons: Reason[] = [{ code: "not_configured", channel: action.channel }];
      batch.decisions.push({ id: action.id, status: "failed", reasons, notBefore: null });
      continue;
    }
    const via = choice.messenger;
    const { composed, words, links, template } = decided;
    for (const { code, target } of links)
      batch.links.push({ code, actionId: action.id, target, template, channel: action.channel });
    const sent = link === undefined ? composed : { ...composed, text: revealLink(composed.text, link) };
    const message = decided.approve({
      ...buildMessage(action, person, sent, via, context, business),
      ...(action.channel === "voice_agent" ? { maxSeconds: maxCallSeconds } : {}),
    });
    batch.sends.push({
      action,
      via,
      simulation: simulationOf(via.isSimulated, simulation),
      message,
      fence: action.fence + 1,
      hasAlternative: candidates.length > 1,
    });
    batch.dispatched.push(
      dispatchedAction(action, via, message, { ...composed, words }, decided.reasons, simulation),
    );
    facts.set(action.personId, withSend(personFacts, action, words, now));
  }
  return batch;
};

const availableMessengers = (
  { channel, config }: DueAction,
  messengers: Snapshot["messengers"],
): ReadyMessenger[] =>
  (messengers.get(channel) ?? []).filter(
    ({ messenger }) => !config.excludedMessengers?.includes(messenger.id),
  );

const takesFiles = (
  { config: { files = [] } }: DueAction,
  { messenger, isSimulated }: ReadyMessenger,
  { fileUrl }: DeliveryContext,
): boolean =>
  files.every(
    ({ id }) =>
      messenger.files === "upload" || (messenger.files === "url" && fileUrl(id, isSimulated) !== null),
  );

const buildMessage = (
  action: DueAction,
  person: Recipient,
  { subject, text, template, language, drawn }: ComposedMessage,
  { messenger, isSimulated }: ReadyMessenger,
  { callbackUrl, unsubscribeUrl, returnAddress, readFile, fileUrl, imageUrl }: DeliveryContext,
  business: BusinessValues,
): OutgoingMessage => {
  const { id, channel, config } = action;
  const kind = addressKindOf(channel);
  const primary = kind === "x" ? findXAccount(person)?.value : person[kind];
  return {
    actionId: id,
    channel,
    to: findTargetAddress(action, person)?.value ?? primary ?? "",
    from: null,
    subject,
    text,
    template,
    language,
    callbackUrl: callbackUrl(messenger.id, isSimulated),
    unsubscribeUrl: channel === "email" ? unsubscribeUrl(id) : null,
    returnAddress: channel === "email" ? returnAddress(id, isSimulated) : null,
    business: business.company_name ?? null,
    businessAddress: business.company_address ?? null,
    isAutoReply: config.ai !== undefined || config.answersAutomatically === true,
    drawn: drawn && { ...drawn, imageUrl: (imageId) => imageUrl(imageId, isSimulated) },
    files: (config.files ?? []).map(({ id: fileId, filename, contentType }) => {
      let reading: Promise<Buffer> | undefined;
      return {
        filename,
        contentType,
        url: fileUrl(fileId, isSimulated),
        read: () => {
          reading ??= readFile(fileId);
          return reading;
        },
      };
    }),
  };
};

const dispatchedAction = (
  { id }: DueAction,
  { messenger, isSimulated }: ReadyMessenger,
  { message: { to, subject, language } }: Approved<OutgoingMessage>,
  /** As it is stored: a link that confirms is only in what is sent. */
  { text, words }: ComposedMessage & { words: string | null },
  reasons: Reason[],
  policy: SimulationPolicy,
): DispatchedAction => {
  const simulation = simulationOf(isSimulated, policy);
  return {
    id,
    messenger: messenger.id,
    simulation,
    rendered: { to, text, subject, language, ...(words === null ? {} : { words }) },
    reasons,
    isPricedLater: messenger.fetchPrices !== undefined && simulation !== "test",
  };
};

/** What was just approved counts for the caps of later actions in the batch, and so do its words. */
const withSend = (
  facts: GateFacts,
  { channel, ruleId, config: { purpose = "marketing" } }: DueAction,
  words: string | null,
  now: number,
): GateFacts => ({
  ...facts,
  recentSends: [...facts.recentSends, { at: now, channel, ruleId, purpose, words }],
});

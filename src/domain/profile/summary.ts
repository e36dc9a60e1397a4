import type { ConversationChannel } from "#domain/channels/channel.ts";
import { eventName } from "#domain/ingestion/event-names.ts";
import type { Language } from "#domain/language.ts";
import type { personStatuses, personTypes } from "#domain/person.ts";
import { isInbound, isOwnActivity, isSend, type ProfileEntry } from "./entries.ts";
import { answerMs } from "./preferred-channel.ts";
import { countWords, quoteWords, shortenWords, toPlainWords } from "./quote.ts";

export const maxSummaryWords = 60;

/** A sentence with the ids of the timeline entries that it rests on. */
export type SummarySentence = { text: string; entryIds: string[] };

export type SummaryFacts = {
  type: (typeof personTypes)[number];
  status: (typeof personStatuses)[number];
  /** Where the person came from, as the operator named it. */
  origin: string | null;
  createdAt: number;
  now: number;
  zone: string;
  /** Newest first. */
  entries: readonly ProfileEntry[];
};

const dayMs = 86_400_000;
const countedDays = 90;
const maxQuoteWords = 14;
/** Enough to check a count by; all of them would be a list. */
const maxIds = 10;

type Outcome = "answered" | "read" | "delivered" | "failed" | "sent";

type SummaryTexts = {
  locale: string;
  type: Record<SummaryFacts["type"], string>;
  status: Record<SummaryFacts["status"], string>;
  by: Record<ConversationChannel, string>;
  outcome: Record<Outcome, string>;
  callOutcome: Record<"answered" | "failed" | "sent", string>;
  origin: (values: { type: string; status: string; date: string; origin: string | null }) => string;
  wrote: (values: { date: string; by: string | null; quote: string | null }) => string;
  active: (values: { date: string; type: string }) => string;
  sent: (values: { date: string; by: string; outcome: string }) => string;
  called: (values: { date: string; outcome: string }) => string;
  counts: (values: { wrote: number; sent: number; days: number }) => string;
  optedOut: (values: { date: string }) => string;
};

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const texts: Record<Language, SummaryTexts> = {
  en: {
    locale: "en-US",
    type: { lead: "Lead", customer: "Customer" },
    status: { new: "new", qualified: "qualified", contacted: "contacted", converted: "converted" },
    by: { sms: "by SMS", whatsapp: "on WhatsApp", call: "by phone", email: "by e-mail", x: "on X" },
    outcome: {
      answered: "was answered",
      read: "was read but not answered",
      delivered: "was delivered but not answered",
      failed: "failed",
      sent: "is not answered yet",
    },
    callOutcome: { answered: "was answered", failed: "was not answered", sent: "has no result yet" },
    origin: ({ type, status, date, origin }) =>
      `${type} since ${date}${origin ? ` from “${origin}”` : ""}, stage ${status}.`,
    wrote: ({ date, by, quote }) => `Wrote${by ? ` ${by}` : ""} on ${date}${quote ? `: “${quote}”` : "."}`,
    active: ({ date, type }) => `Last activity on ${date}: ${type}.`,
    sent: ({ date, by, outcome }) => `Our last message, ${by} on ${date}, ${outcome}.`,
    called: ({ date, outcome }) => `Our last call, on ${date}, ${outcome}.`,
    counts: ({ wrote, sent, days }) =>
      `${plural(wrote, "message", "messages")} from them and ${sent} from us in ${days} days.`,
    optedOut: ({ date }) => `Opted out on ${date}.`,
  },
  es: {
    locale: "es-PR",
    type: { lead: "Prospecto", customer: "Cliente" },
    status: { new: "nuevo", qualified: "calificado", contacted: "contactado", converted: "convertido" },
    by: { sms: "por SMS", whatsapp: "por WhatsApp", call: "por teléfono", email: "por correo", x: "por X" },
    outcome: {
      answered: "tuvo respuesta",
      read: "fue leído pero no tuvo respuesta",
      delivered: "fue entregado pero no tuvo respuesta",
      failed: "falló",
      sent: "aún no tiene respuesta",
    },
    callOutcome: { answered: "fue contestada", failed: "no fue contestada", sent: "aún no tiene resultado" },
    origin: ({ type, status, date, origin }) =>
      `${type} desde el ${date}${origin ? `, de «${origin}»` : ""}, etapa ${status}.`,
    wrote: ({ date, by, quote }) => `Escribió${by ? ` ${by}` : ""} el ${date}${quote ? `: «${quote}»` : "."}`,
    active: ({ date, type }) => `Última actividad el ${date}: ${type}.`,
    sent: ({ date, by, outcome }) => `Nuestro último mensaje, ${by} el ${date}, ${outcome}.`,
    called: ({ date, outcome }) => `Nuestra última llamada, el ${date}, ${outcome}.`,
    counts: ({ wrote, sent, days }) =>
      `${plural(wrote, "mensaje suyo", "mensajes suyos")} y ${plural(sent, "nuestro", "nuestros")} en ${days} días.`,
    optedOut: ({ date }) => `Se dio de baja el ${date}.`,
  },
};

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Cached, as Intl formatters are slow to create. */
const dateFormat = (locale: string, zone: string): Intl.DateTimeFormat => {
  const key = `${locale} ${zone}`;
  const format =
    dateFormats.get(key) ??
    new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", timeZone: zone });
  dateFormats.set(key, format);
  return format;
};

const outcomeOf = (
  send: ProfileEntry,
  entries: readonly ProfileEntry[],
): { outcome: Outcome; ids: string[] } => {
  const reply = entries.findLast(
    (entry) => isInbound(entry) && entry.at > send.at && entry.at - send.at <= answerMs,
  );
  if (reply) return { outcome: "answered", ids: [send.id, reply.id] };
  for (const outcome of ["read", "failed", "delivered"] as const) {
    const receipt = entries.find(
      ({ kind, causedBy }) => kind === `message_${outcome}` && causedBy === send.causedBy,
    );
    if (receipt) return { outcome, ids: [send.id, receipt.id] };
  }
  return { outcome: "sent", ids: [send.id] };
};

/** A call is delivered when it was answered. */
const outcomeOfCall = {
  answered: "answered",
  read: "answered",
  delivered: "answered",
  failed: "failed",
  sent: "sent",
} as const;

/** A summary made of facts only, in at most 60 words. */
export const composeSummary = (facts: SummaryFacts, language: Language): SummarySentence[] => {
  const { entries, now, zone } = facts;
  const words = texts[language];
  const dateOf = (at: number): string => dateFormat(words.locale, zone).format(at);

  const created = entries.find(({ kind }) => kind === "person_created");
  const stage = entries.find(({ kind }) => kind === "status_changed");
  const origin = facts.origin === null ? null : shortenWords(toPlainWords(facts.origin), 6, 40);
  const sentences: SummarySentence[] = [
    {
      text: words.origin({
        type: words.type[facts.type],
        status: words.status[facts.status],
        date: dateOf(facts.createdAt),
        origin: origin || null,
      }),
      entryIds: [created, stage].flatMap((entry) => (entry ? [entry.id] : [])),
    },
  ];

  const change = entries.find(({ kind }) => kind === "opted_out" || kind === "opted_in");
  if (change?.kind === "opted_out")
    sentences.push({ text: words.optedOut({ date: dateOf(change.at) }), entryIds: [change.id] });

  const inbound = entries.find(isInbound);
  const active = entries.find(isOwnActivity);
  if (inbound)
    sentences.push({
      text: words.wrote({
        date: dateOf(inbound.at),
        by: inbound.channel && words.by[inbound.channel],
        quote: quoteWords(inbound.text, maxQuoteWords),
      }),
      entryIds: [inbound.id],
    });
  else if (active)
    sentences.push({
      text: words.active({
        date: dateOf(active.at),
        type: shortenWords(toPlainWords(eventName(active.type ?? "", language)), 4, 40),
      }),
      entryIds: [active.id],
    });

  const send = entries.find(isSend);
  if (send?.channel) {
    const { outcome, ids } = outcomeOf(send, entries);
    const date = dateOf(send.at);
    sentences.push({
      text:
        send.channel === "call"
          ? words.called({ date, outcome: words.callOutcome[outcomeOfCall[outcome]] })
          : words.sent({ date, by: words.by[send.channel], outcome: words.outcome[outcome] }),
      entryIds: ids,
    });
  }

  const counted = entries.filter(({ at }) => at > now - countedDays * dayMs);
  const [wrote, sent] = [counted.filter(isInbound), counted.filter(isSend)];
  if (wrote.length + sent.length > 2)
    sentences.push({
      text: words.counts({ wrote: wrote.length, sent: sent.length, days: countedDays }),
      entryIds: [...wrote, ...sent].slice(0, maxIds).map(({ id }) => id),
    });

  let length = 0;
  return sentences.filter(({ text }) => {
    length += countWords(text);
    return length <= maxSummaryWords;
  });
};

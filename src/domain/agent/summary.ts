import type { CallOutcome, HandoffReason } from "#domain/voice/call.ts";
import { stripInvisible } from "./plain-speech.ts";
import type { PersonRequestKind } from "./request.ts";
import { speakLocalTime } from "./spoken-date.ts";

export type CallRequestNote = { request: PersonRequestKind; topic: string; wanted: string };

export type SummaryInput = {
  language: "en" | "es";
  turns: { speaker: string; text: string }[];
  facts: { label: string; value: string; quote?: string }[];
  outcome: CallOutcome | null;
  handoffReason: HandoffReason | null;
  requests: CallRequestNote[];
  /** Questions that the agent could not answer. */
  unanswered?: string[];
};

const maxWords = 60;

type SummaryWords = {
  said: (quote: string) => string;
  nothingSaid: string;
  facts: (list: string) => string;
  /** Yes-or-no facts are stored as `yes` and `no`, which is the same word in both languages. */
  yes: string;
  appointment: (when: string) => string;
  callback: (when: string) => string;
  erasure: () => string;
  unanswered: (quote: string) => string;
  handoff: Record<HandoffReason, string>;
  outcome: Record<CallOutcome, string>;
  noteTitles: {
    reason: string;
    wants: string;
    facts: string;
    answered: string;
    open: string;
    nothing: string;
  };
};

/** The sentences of summaries. */
export const summaryTexts: Record<SummaryInput["language"], SummaryWords> = {
  en: {
    said: (quote) => `The customer said: “${quote}”.`,
    nothingSaid: "The customer said nothing.",
    facts: (list) => `Told: ${list}.`,
    yes: "yes",
    appointment: (when) => `Requested an appointment${when}.`,
    callback: (when) => `Requested a call back${when}.`,
    erasure: () => "Asked about their personal data: to erase them or to see them.",
    unanswered: (quote) => `Not answered: “${quote}”.`,
    handoff: {
      asked: "Handoff: the customer asked for a human agent.",
      complaint: "Handoff: a complaint.",
      complex: "Handoff: a difficult question.",
      high_intent: "Handoff: the customer is ready to go on.",
      no_answer: "Handoff: the agent had no answer.",
      abuse: "Handoff: abusive words.",
      emergency: "Handoff: an emergency.",
      vulnerable: "Handoff: the customer is in distress.",
      stalled: "Handoff: technical trouble.",
      operator: "Taken over by an operator.",
    },
    outcome: {
      interested: "Outcome: interested.",
      not_interested: "Outcome: not interested.",
      follow_up: "Outcome: follow up.",
      converted: "Outcome: converted.",
    },
    noteTitles: {
      reason: "Reason",
      wants: "Said",
      facts: "Facts",
      answered: "Agent said last",
      open: "Open",
      nothing: "nothing yet",
    },
  },
  es: {
    said: (quote) => `El cliente dijo: «${quote}».`,
    nothingSaid: "El cliente no dijo nada.",
    facts: (list) => `Informó: ${list}.`,
    yes: "sí",
    appointment: (when) => `Solicitó una cita${when}.`,
    callback: (when) => `Solicitó que le llamen${when}.`,
    erasure: () => "Pidió que se borren sus datos personales, o verlos.",
    unanswered: (quote) => `Sin contestar: «${quote}».`,
    handoff: {
      asked: "Traspaso: el cliente pidió un agente humano.",
      complaint: "Traspaso: una queja.",
      complex: "Traspaso: una pregunta difícil.",
      high_intent: "Traspaso: el cliente quiere continuar.",
      no_answer: "Traspaso: el agente no tenía la respuesta.",
      abuse: "Traspaso: palabras ofensivas.",
      emergency: "Traspaso: una emergencia.",
      vulnerable: "Traspaso: el cliente está en una situación delicada.",
      stalled: "Traspaso: problemas técnicos.",
      operator: "Un operador tomó la llamada.",
    },
    outcome: {
      interested: "Resultado: interesado.",
      not_interested: "Resultado: no interesado.",
      follow_up: "Resultado: dar seguimiento.",
      converted: "Resultado: convertido.",
    },
    noteTitles: {
      reason: "Motivo",
      wants: "Dijo",
      facts: "Datos",
      answered: "Lo último que dijo el agente",
      open: "Pendiente",
      nothing: "nada todavía",
    },
  },
};

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Quotes stay on one line and lose their own quotation marks, so that they cannot pretend to be the summary's words. */
const toQuote = (text: string, most: number): string => {
  const words = wordsOf(stripInvisible(text).replaceAll(/[“”«»"]/g, ""));
  const cut = words
    .slice(0, most)
    .join(" ")
    .replace(/[.;,]+$/, "");
  return words.length > most ? `${cut} …` : cut;
};

const customerTurns = (turns: SummaryInput["turns"]): string[] =>
  turns.filter(({ speaker, text }) => speaker === "customer" && text.trim() !== "").map(({ text }) => text);

/** The utterance that says most: the longest one that is no mere yes or thanks. */
export const mainUtterance = (turns: SummaryInput["turns"]): string | undefined =>
  customerTurns(turns).toSorted((one, other) => wordsOf(other).length - wordsOf(one).length)[0];

const localTime = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?)?$/;

/** A fact in words: dates as they are said, texts of at most so many words. */
const wordValue = (
  value: string,
  language: SummaryInput["language"],
  most = Number.POSITIVE_INFINITY,
): string => {
  if (value === "yes") return summaryTexts[language].yes;
  return localTime.test(value) ? speakLocalTime(value, language) : toQuote(value, most);
};

const describeRequest = (
  { request, wanted }: CallRequestNote,
  language: SummaryInput["language"],
): string => {
  const when =
    wanted === "" ? "" : `${language === "en" ? " for " : " para "}${speakLocalTime(wanted, language)}`;
  return summaryTexts[language][request](when);
};

/** What happened in a call, in at most 60 words; nothing but what was said and done. */
export const summariseCall = (input: SummaryInput): string => {
  const { language, turns, facts, outcome, handoffReason, requests } = input;
  const words = summaryTexts[language];
  const main = mainUtterance(turns);
  const sentences = [
    ...requests.slice(0, 2).map((request) => describeRequest(request, language)),
    handoffReason === null ? "" : words.handoff[handoffReason],
    facts.length === 0
      ? ""
      : words.facts(
          facts
            .slice(0, 4)
            .map(({ label, value }) => `${label}: ${wordValue(value, language, 5)}`)
            .join("; "),
        ),
    // Who asks for a person by a key says nothing either.
    main !== undefined ? words.said(toQuote(main, 14)) : handoffReason === null ? words.nothingSaid : "",
    ...(input.unanswered ?? []).slice(0, 1).map((question) => words.unanswered(toQuote(question, 10))),
    outcome === null ? "" : words.outcome[outcome],
  ].filter(Boolean);
  const kept: string[] = [];
  let count = 0;
  for (const sentence of sentences) {
    count += wordsOf(sentence).length;
    if (count > maxWords) break;
    kept.push(sentence);
  }
  return kept.join(" ");
};

/** For the person who takes over: why, what the customer said, what is known with quotes, what is open. */
export const handoffNote = (input: SummaryInput): string => {
  const { language, turns, facts, handoffReason, requests } = input;
  const { noteTitles, handoff } = summaryTexts[language];
  const said = customerTurns(turns).slice(-3);
  const answered = turns.findLast(({ speaker, text }) => speaker === "agent" && text.trim() !== "")?.text;
  const open = [
    ...requests.map((request) => describeRequest(request, language)),
    ...(input.unanswered ?? []).map((question) => `“${toQuote(question, 20)}”`),
  ];
  const lines: (readonly [string, string])[] = [
    [noteTitles.reason, handoffReason === null ? noteTitles.nothing : handoff[handoffReason]],
    [noteTitles.wants, said.map((text) => `“${toQuote(text, 20)}”`).join(" / ") || noteTitles.nothing],
    [
      noteTitles.facts,
      facts
        .map(
          ({ label, value, quote }) =>
            `${label}: ${wordValue(value, language)}${quote ? ` (“${toQuote(quote, 12)}”)` : ""}`,
        )
        .join("; ") || noteTitles.nothing,
    ],
    [noteTitles.answered, answered === undefined ? noteTitles.nothing : `“${toQuote(answered, 20)}”`],
    [noteTitles.open, open.join(" ") || noteTitles.nothing],
  ];
  return lines.map(([title, text]) => `${title}: ${text}`).join("\n");
};

/** What a note for the person who takes over rests on. It is stored, and worded for each reader. */
export type HandoffFacts = Omit<SummaryInput, "language" | "outcome"> & {
  /** What the agent itself says about it. */
  note: string;
};

const maxStoredTurns = 3;
const maxStoredLength = 1000;

const storedTurn = ({ speaker, text }: SummaryInput["turns"][number]): SummaryInput["turns"][number] => ({
  speaker,
  text: text.slice(0, maxStoredLength),
});

/** The last words of both sides and what is known; the rest is in the transcript. */
export const collectHandoff = (input: HandoffFacts): HandoffFacts => {
  const spoken = input.turns.filter(({ text }) => text.trim() !== "");
  const said = spoken.filter(({ speaker }) => speaker === "customer").slice(-maxStoredTurns);
  const answered = spoken.findLast(({ speaker }) => speaker === "agent");
  return { ...input, turns: [...said, ...(answered ? [answered] : [])].map(storedTurn) };
};

/** The note in the reader's language; quotes stay as they were said. */
export const wordHandoff = ({ note, ...facts }: HandoffFacts, language: SummaryInput["language"]): string => {
  const written = handoffNote({ ...facts, language, outcome: null });
  return note === "" ? written : `${note}\n${written}`;
};

/** The note of a stored call; one of an older version has only its text. */
export const readHandoffNote = (
  { handoff, handoffNote: text }: { handoff: HandoffFacts | null; handoffNote: string | null },
  language: SummaryInput["language"],
): string | null => (handoff ? wordHandoff(handoff, language) : text);

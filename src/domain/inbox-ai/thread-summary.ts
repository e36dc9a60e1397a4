import type { Language } from "#domain/language.ts";
import type { LabelledEntry } from "#domain/profile/model-summary.ts";
import { cutText } from "#domain/storable-text.ts";

/** An item of a thread, as far as a summary needs it. */
export type SummaryItem = {
  id: string;
  at: number;
  kind: "in" | "out" | "call";
  channel: string;
  text: string;
  /** A human of the business wrote it. */
  isByHand: boolean;
};

type ThreadFacts = {
  /** Oldest first. */
  items: readonly SummaryItem[];
  waitingSince: number | null;
  tasks: readonly { title: string; due: string | null }[];
  language: Language;
  /** A local date and time in words. */
  formatTime: (at: number) => string;
};

const maxQuote = 160;
const quote = (text: string): string => {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  return plain.length > maxQuote ? `${cutText(plain, maxQuote).replace(/\s+\S*$/, "")}…` : plain;
};

const phrases = {
  en: {
    waits: (since: string, text: string) => `They have waited for an answer since ${since}: “${text}”`,
    lastSaid: (at: string, text: string) => `They last wrote on ${at}: “${text}”`,
    answered: (at: string, text: string) => `We last wrote on ${at}: “${text}”`,
    call: (at: string, text: string) => `In the call of ${at}: ${text}`,
    task: (title: string, due: string | null) => `Open task: ${title}${due ? ` (${due})` : ""}`,
    labels: { in: "they wrote", out: "we wrote", call: "call" },
  },
  es: {
    waits: (since: string, text: string) => `Espera respuesta desde ${since}: «${text}»`,
    lastSaid: (at: string, text: string) => `Escribió por última vez el ${at}: «${text}»`,
    answered: (at: string, text: string) => `Le escribimos por última vez el ${at}: «${text}»`,
    call: (at: string, text: string) => `En la llamada del ${at}: ${text}`,
    task: (title: string, due: string | null) => `Tarea abierta: ${title}${due ? ` (${due})` : ""}`,
    labels: { in: "escribió", out: "escribimos", call: "llamada" },
  },
} as const;

export type ThreadSummarySentence = { text: string; itemIds: string[] };

/** What code alone can say: who waits for what since when, what the last call agreed, and what is to be done. */
export const summariseLocally = (facts: ThreadFacts): ThreadSummarySentence[] => {
  const { items, waitingSince, tasks, language, formatTime } = facts;
  const words = phrases[language];
  const sentences: ThreadSummarySentence[] = [];
  const first =
    waitingSince === null ? undefined : items.find(({ kind, at }) => kind === "in" && at >= waitingSince);
  const last = items.findLast(({ kind }) => kind === "in");
  if (waitingSince !== null && (first ?? last)) {
    const item = first ?? last;
    if (item)
      sentences.push({ text: words.waits(formatTime(waitingSince), quote(item.text)), itemIds: [item.id] });
    if (last && last !== item)
      sentences.push({ text: words.lastSaid(formatTime(last.at), quote(last.text)), itemIds: [last.id] });
  } else if (last)
    sentences.push({ text: words.lastSaid(formatTime(last.at), quote(last.text)), itemIds: [last.id] });
  const answer =
    items.findLast(({ kind, isByHand }) => kind === "out" && isByHand) ??
    items.findLast(({ kind }) => kind === "out");
  if (answer)
    sentences.push({ text: words.answered(formatTime(answer.at), quote(answer.text)), itemIds: [answer.id] });
  const call = items.findLast(({ kind, text }) => kind === "call" && text.trim() !== "");
  if (call) sentences.push({ text: words.call(formatTime(call.at), quote(call.text)), itemIds: [call.id] });
  for (const { title, due } of tasks.slice(0, 3))
    sentences.push({ text: words.task(title, due), itemIds: [] });
  return sentences;
};

const maxLines = 60;
const maxLineLength = 400;

/** The newest items as lines of a prompt, oldest first. The label stands for the item's id. */
export const labelItems = (
  items: readonly SummaryItem[],
  language: Language,
  formatTime: (at: number) => string,
): LabelledEntry[] =>
  items.slice(-maxLines).map(({ id, at, kind, channel, text }, index) => ({
    label: `e${index + 1}`,
    entryId: id,
    line: `${formatTime(at)}, ${channel}, ${phrases[language].labels[kind]}: ${cutText(text.replaceAll(/\s+/g, " "), maxLineLength)}`,
  }));

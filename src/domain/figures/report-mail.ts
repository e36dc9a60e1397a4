import { weekdayOf } from "#domain/calendar.ts";
import { hourMs } from "#domain/compliance/durations.ts";
import { dayOfDate } from "#domain/compliance/place-hours.ts";
import { dateIn, instantAtLocalTime } from "#domain/day.ts";
import type { Language } from "#domain/language.ts";
import { figureTexts } from "./figure-texts.ts";
import { type FigureName, figures } from "./figures.ts";
import { addDays, type Period } from "./period.ts";
import type { ReportCell } from "./tables.ts";
import { figureValueText } from "./value-text.ts";

export const mailRhythms = ["daily", "weekly", "monthly"] as const;
export type MailRhythm = (typeof mailRhythms)[number];

/** Each period is sent at this hour of the workspace, on the day after its end. */
export type MailSchedule = { rhythm: MailRhythm; hour: number };

/** What became of the mail of a period to one reader. */
export const mailStates = [
  "sending",
  "sent",
  "simulated",
  "failed",
  "no_account",
  "no_rights",
  "too_large",
  "unknown",
] as const;
export type MailState = (typeof mailStates)[number];

/** States after which the same period is tried again. */
export const retriedStates = ["failed", "no_account"] as const satisfies readonly MailState[];
export const mostMailAttempts = 5;

const monday = 1;

/** The last whole day, week from Monday on, or month before a day. */
const lastWhole = (rhythm: MailRhythm, today: string): Period => {
  const yesterday = addDays(today, -1);
  if (rhythm === "daily") return { from: yesterday, to: yesterday };
  if (rhythm === "weekly") {
    const to = addDays(today, -1 - ((weekdayOf(dayOfDate(today)) - monday + 7) % 7));
    return { from: addDays(to, -6), to };
  }
  const to = addDays(`${today.slice(0, 8)}01`, -1);
  return { from: `${to.slice(0, 8)}01`, to };
};

const sendInstant = ({ to }: Period, hour: number, zone: string): number =>
  instantAtLocalTime((dayOfDate(to) + 1) * 24 * hourMs + hour * hourMs, zone);

/** The newest period whose hour has come, and when that was. Periods that a stopped server missed are not sent late. */
export const duePeriod = (
  { rhythm, hour }: MailSchedule,
  now: number,
  zone: string,
): { period: Period; at: number } => {
  const period = lastWhole(rhythm, dateIn(now, zone));
  const at = sendInstant(period, hour, zone);
  if (at <= now) return { period, at };
  const before = lastWhole(rhythm, period.to);
  return { period: before, at: sendInstant(before, hour, zone) };
};

type Text = Record<Language, string>;

const words = {
  before: { en: "before", es: "antes" },
  tooFew: { en: "too few", es: "muy pocos" },
  nothing: { en: "nothing counted", es: "nada contado" },
  filtered: { en: "Only the chosen people are counted.", es: "Solo se cuentan las personas elegidas." },
  partial: {
    en: "Counted are the people whom your role may see.",
    es: "Se cuentan las personas que su rol puede ver.",
  },
  footer: {
    en: "Faro sends this report on a schedule. Who gets it is chosen in Reports.",
    es: "Faro envía este informe según un horario. Quién lo recibe se elige en Informes.",
  },
} as const satisfies Record<string, Text>;

/** Two days are one date; both are in the form of the calendar, which every country reads alike. */
export const periodText = ({ from, to }: Period): string => (from === to ? from : `${from} – ${to}`);

const lineOf = (name: FigureName, cell: ReportCell | undefined, language: Language): string => {
  const { unit } = figures[name];
  const label = figureTexts[name].name[language];
  if (cell === undefined || (cell.value === null && cell.count === 0))
    return `${label}: ${words.nothing[language]}`;
  if (cell.value === null) return `${label}: ${cell.count} (${words.tooFew[language]})`;
  const before =
    cell.before === null ? "" : ` (${words.before[language]}: ${figureValueText(unit, cell.before)})`;
  return `${label}: ${figureValueText(unit, cell.value)}${before}`;
};

type MailContent = {
  name: string;
  period: Period;
  figures: readonly FigureName[];
  cells: Partial<Record<FigureName, ReportCell>>;
  language: Language;
  isFiltered: boolean;
  isPartial: boolean;
};

/** The mail of a report: a line for each figure, with the same words and numbers as the screen. */
export const reportMailText = ({
  name,
  period,
  figures: chosen,
  cells,
  language,
  isFiltered,
  isPartial,
}: MailContent): { subject: string; text: string } => ({
  subject: `${name}: ${periodText(period)}`,
  text: [
    periodText(period),
    chosen.map((figure) => lineOf(figure, cells[figure], language)).join("\n"),
    ...(isFiltered ? [words.filtered[language]] : []),
    ...(isPartial ? [words.partial[language]] : []),
    words.footer[language],
  ].join("\n\n"),
});

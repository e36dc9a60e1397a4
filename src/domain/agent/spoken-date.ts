import { toDayNumber, weekdayOf } from "#domain/calendar.ts";
import type { ScriptLanguage } from "#domain/voice/script.ts";
import type { WantedTime } from "./wanted-time.ts";

type DateWords = {
  weekdays: readonly string[];
  months: readonly string[];
  date: (weekday: string, day: number, month: string) => string;
  time: (hour: number, minutes: number) => string;
  /** Where only a part of the day was named. */
  part: (hour: number) => string;
};

const list = (words: string): readonly string[] => words.split(" ");
const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** "10:30" as "10 30", "10:00" as "10". */
const twelveHours = (hour: number, minutes: number): string =>
  `${hour % 12 === 0 ? 12 : hour % 12}${minutes === 0 ? "" : `:${twoDigits(minutes)}`}`;

const dayPart = (hour: number, morning: string, afternoon: string, night: string): string =>
  hour < 12 ? morning : hour < 19 ? afternoon : night;

export const dateWords: Record<ScriptLanguage, DateWords> = {
  en: {
    weekdays: list("Sunday Monday Tuesday Wednesday Thursday Friday Saturday"),
    months: list("January February March April May June July August September October November December"),
    date: (weekday, day, month) => `${weekday}, ${month} ${day}`,
    time: (hour, minutes) =>
      hour === 12 && minutes === 0
        ? "at noon"
        : `at ${twelveHours(hour, minutes)} in the ${dayPart(hour, "morning", "afternoon", "evening")}`,
    part: (hour) => `in the ${dayPart(hour, "morning", "afternoon", "evening")}`,
  },
  es: {
    weekdays: list("domingo lunes martes miércoles jueves viernes sábado"),
    months: list("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
    date: (weekday, day, month) => `el ${weekday} ${day} de ${month}`,
    time: (hour, minutes) =>
      hour === 12 && minutes === 0
        ? "al mediodía"
        : `a la${hour % 12 === 1 ? "" : "s"} ${twelveHours(hour, minutes)} de la ${dayPart(hour, "mañana", "tarde", "noche")}`,
    part: (hour) => `por la ${dayPart(hour, "mañana", "tarde", "noche")}`,
  },
  fr: {
    weekdays: list("dimanche lundi mardi mercredi jeudi vendredi samedi"),
    months: list("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
    date: (weekday, day, month) => `le ${weekday} ${day === 1 ? "premier" : day} ${month}`,
    time: (hour, minutes) => `à ${hour} heures${minutes === 0 ? "" : ` ${minutes}`}`,
    part: (hour) => dayPart(hour, "dans la matinée", "dans l’après-midi", "dans la soirée"),
  },
  de: {
    weekdays: list("Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag"),
    months: list("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
    date: (weekday, day, month) => `${weekday}, den ${day}. ${month}`,
    time: (hour, minutes) => `um ${hour} Uhr${minutes === 0 ? "" : ` ${minutes}`}`,
    part: (hour) => dayPart(hour, "vormittags", "nachmittags", "abends"),
  },
};

const localTime = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}))?/;

/** A local date, with or without a time, as it is said: "el martes 17 de noviembre a las 10 de la mañana". */
export const speakLocalTime = (local: string, language: ScriptLanguage, isPart = false): string => {
  const found = localTime.exec(local);
  if (!found) return local;
  const [year = 0, month = 0, day = 0] = found.slice(1, 4).map(Number);
  const words = dateWords[language];
  const weekday = words.weekdays[weekdayOf(toDayNumber({ year, month, day }))] ?? "";
  const date = words.date(weekday, day, words.months[month - 1] ?? "");
  if (found[4] === undefined) return date;
  const hour = Number(found[4]);
  return `${date} ${isPart ? words.part(hour) : words.time(hour, Number(found[5]))}`;
};

export const speakWanted = ({ at, isPart }: WantedTime, language: ScriptLanguage): string =>
  speakLocalTime(at, language, isPart);

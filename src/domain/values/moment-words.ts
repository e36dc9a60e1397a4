import { months, weekdays } from "#domain/reading/time-words.ts";
import { readSpokenWords, type SpokenWord } from "./spoken-words.ts";

const shortWeekdays = new Map(
  "mon/lun tue/tues/mar wed/weds/mie/mier thu/thur/thurs/jue fri/vie sab/saturdays"
    .split(" ")
    .flatMap((group, index) => group.split("/").map((word): [string, number] => [word, index + 1])),
);
shortWeekdays.delete("mar");
shortWeekdays.delete("saturdays");
const shortMonths = new Map(
  "jan/ene feb - apr/abr - jun jul - sept/sep oct nov dec/dic"
    .split(" ")
    .flatMap((group, index) => group.split("/").map((word): [string, number] => [word, index + 1])),
);
shortMonths.delete("-");

const otherSpellings: Readonly<Record<string, string>> = {
  tmrw: "tomorrow",
  tmw: "tomorrow",
  tmr: "tomorrow",
  tomorow: "tomorrow",
  tommorow: "tomorrow",
  tommorrow: "tomorrow",
  tonite: "tonight",
  midday: "noon",
  oclock: "clock",
  q: "que",
  mins: "minutes",
  min: "minutes",
  hrs: "hours",
  hr: "hour",
  pasao: "pasado",
  mananita: "manana",
  tardecita: "tarde",
  nochecita: "noche",
};

/** "May" and "march" are months beside a day of the month. */
const isMonthPlace = (before: string, after: string): boolean =>
  /^(?:\d{1,2}(?:th)?|of|de|del|in|en|until|since|early|late|this|next|last)$/.test(before) ||
  /^\d{1,4}(?:th)?$/.test(after) ||
  (after === "the" && before === "");

/** The words of a text with weekdays as "wd5", 0 being Sunday, and months as "mo12". */
export const readMomentWords = (text: string): SpokenWord[] => {
  const words = readSpokenWords(text);
  return words.map((word, at) => {
    const { text: spoken } = word;
    const before = words[at - 1]?.text ?? "";
    const after = words[at + 1]?.text ?? "";
    const weekday = spoken === "sat" ? (before === "on" ? 6 : undefined) : weekdays.get(spoken);
    // "We'd" is no Wednesday.
    const short = /['’´]/.test(word.raw) ? undefined : shortWeekdays.get(spoken);
    // "Thursday's no good".
    const owned = /['’´]s$/.test(word.raw) ? weekdays.get(spoken.replace(/s$/, "")) : undefined;
    const day = weekday ?? owned ?? short;
    if (day !== undefined) return { ...word, text: `wd${day}` };
    const month = months.get(spoken) ?? shortMonths.get(spoken);
    if (month && ((spoken !== "may" && spoken !== "march") || isMonthPlace(before, after)))
      return { ...word, text: `mo${month}` };
    // "Five oh five" and "o five".
    if (/^(?:oh|o)$/.test(spoken) && /^\d/.test(after) && /^\d$|^1[0-2]$/.test(before))
      return { ...word, text: "0" };
    return { ...word, text: otherSpellings[spoken] ?? spoken };
  });
};

import { hourOf } from "./time-words.ts";

export type HourPiece = { kind: "time"; minutes: number; isHourOpen: boolean; length: number };

/** Which half of the day: "pm", "de la tarde", "in the evening". */
const readHalf = (
  words: readonly string[],
  at: number,
): { offset: number; length: number; isNoonKept?: boolean } | undefined => {
  const rest = words.slice(at, at + 4).join(" ");
  const found =
    /^(?:(am|pm|a|p)(?= |$)|(?:oclock )?(?:de|por|en|in|at) ?(?:la|the)? ?(manana|morning|tarde|afternoon|noche|evening|night|madrugada|mediodia)|del (mediodia|dia))/.exec(
      rest,
    );
  if (!found) return undefined;
  const [whole, mark, part, middle] = found;
  // "4 a 6" is a range.
  if ((mark === "a" || mark === "p") && mark === "a") return undefined;
  const length = whole.trim().split(" ").length;
  if (middle) return { offset: 0, length, isNoonKept: true };
  const isLate =
    mark === "pm" || mark === "p" || /^(?:tarde|afternoon|noche|evening|night)$/.test(part ?? "");
  return { offset: isLate ? 12 : 0, length };
};

/** An hour of the day; a bare number needs a word that makes it one, such as "at". */
export const readHour = (words: readonly string[], at: number): HourPiece | undefined => {
  const word = words[at] ?? "";
  const before = words[at - 1] ?? "";
  const beforeThat = words[at - 2] ?? "";
  // "4-6", "4 to 6", "de 4 a 6": the first hour counts, the half of the day may stand behind the second.
  const range = /^(\d{1,2}(?::\d\d)?)-(\d{1,2}(?::\d\d)?)$/.exec(word);
  const found = hourOf(range ? range[1] : word);
  if (!found || found.hour > 23) return undefined;
  let next = at + 1;
  let { hour, minutes } = found;
  if (words[next] === "y" && words[next + 1] === "media") {
    minutes = 30;
    next += 2;
  } else if (words[next] === "y" && words[next + 1] === "cuarto") {
    minutes = 15;
    next += 2;
  }
  const isRange =
    range !== null ||
    (/^(?:to|a|and|y|-|or|o)$/.test(words[next] ?? "") &&
      hourOf(words[next + 1] === "las" ? words[next + 2] : words[next + 1]) !== undefined);
  let half = readHalf(words, next);
  if (!half && isRange && !range) {
    const afterSecond = next + (words[next + 1] === "las" ? 3 : 2);
    const second = hourOf(words[afterSecond - 1]);
    half = readHalf(words, afterSecond);
    // "11 to 1 pm" begins in the morning.
    if (half && second && half.offset === 12 && second.hour < hour) half = { offset: 0, length: half.length };
    if (half) half = { offset: half.offset, length: half.length + (afterSecond - next) };
  }
  const hasColon = /:\d\d$/.test(range?.[1] ?? word);
  const isLed =
    /^(?:at|around|about|by|like|till|until|from|after|ish|oclock|between|entre|tipo|las|@)$/.test(before) ||
    (before === "la" && /^(?:a|de)$/.test(beforeThat) && hour === 1) ||
    /^(?:oclock|ish|h|hrs)$/.test(words[next] ?? "") ||
    (before === "de" && isRange);
  if (!half && !hasColon && !isLed) return undefined;
  // "About 3 bedrooms", "after 2 years" are no hours.
  if (
    !half &&
    !hasColon &&
    /^(?:bed|room|hab|year|ano|mes|month|week|semana|day|dia|people|persona|car|panel|placa|unit|bath|minut|hour|hora|times?$|veces|percent|_percent|dollar|mil|thousand|hundred|k$|megas|kids|hijos|cuartos)/.test(
      words[next] ?? "",
    )
  )
    return undefined;
  if (!half && (/^_dollar$/.test(before) || words[next] === "_percent")) return undefined;
  if (half) {
    hour =
      half.offset === 12
        ? hour < 12
          ? hour + 12
          : hour
        : hour === 12 && half.offset === 0
          ? half.isNoonKept
            ? 12
            : 0
          : hour;
    next += half.length;
  }
  if (hour > 23) return undefined;
  const isOpen = half === undefined && hour >= 1 && hour <= 12 && !/^0/.test(word);
  const shown = isOpen && hour >= 1 && hour <= 6 ? hour + 12 : hour;
  if (/^(?:oclock|ish|h|hrs|horas)$/.test(words[next] ?? "")) next++;
  return { kind: "time", minutes: shown * 60 + minutes, isHourOpen: isOpen, length: next - at };
};

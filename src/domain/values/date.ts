import { formatDay } from "#domain/calendar.ts";
import { dayContextOf } from "./day-context.ts";
import { readDayPhrase } from "./day-phrases.ts";
import { localNow, readMoment } from "./moment.ts";
import { readMomentWords } from "./moment-words.ts";
import { joinWords } from "./spoken-words.ts";
import { askAgain, type ValueReader } from "./value-reading.ts";

/** "Oh three, oh four, eighty": month, day and year in numbers alone. */
const numbersAlone =
  /(?:^| )(?:0 )?(\d{1,2})(?: ,)? (?:0 )?(\d{1,2})(?: ,)? ((?:19|20) 0 \d|(?:19|20) \d{2}|\d{4}|\d{2})[ .]*$/;

/** A day, the next one that fits; with words of the past, the last one. */
export const readDate: ValueReader<string> = (text, { now, timezone }) => {
  const { days: today } = localNow(now, timezone);
  const words = readMomentWords(text);
  const context = dayContextOf(words, today, true);
  const joined = joinWords(words).replaceAll(/(^| )(?:oh|o)(?= \d)/g, "$10");
  const numbers = numbersAlone.exec(joined);
  // Other numbers before them may be the day.
  const isAlone = numbers !== null && !/\d/.test(joined.slice(0, numbers.index));
  if (numbers && isAlone) {
    const [, first = "", second = "", year = ""] = numbers;
    const full = year.replaceAll(" ", "");
    const day = readDayPhrase(`${first}/${second}/${full}`, {
      ...context,
      isBirth: context.isBirth || full.length === 2,
    });
    if (!day || "ask" in day) return askAgain(day?.ask ?? "unclear");
    return { value: formatDay(day.days) };
  }
  const moment = readMoment(words, context, "date");
  if ("ask" in moment) return moment;
  if (moment.offset !== undefined) return askAgain("unclear");
  if (moment.days === undefined) return askAgain("missing");
  return context.isBirth && moment.days > today ? askAgain("impossible") : { value: formatDay(moment.days) };
};

import { formatLocal, nextWeekday } from "#domain/calendar.ts";
import type { DateOrder } from "./days.ts";
import { createMomentReader, type LocalTime, type Moment } from "./moments.ts";
import type { Token } from "./tokens.ts";

/** The hour of a day that is named without one. */
const defaultMinutes = 9 * 60;
/** An open hour later than this is not moved to the evening. */
const lastEveningHour = 21 * 60;

/** Words before a moment that say it is the one given up, or our own past. */
const givenUp =
  /^(?:cant|cannot|not|wont|couldnt|cancel|cancelar|cancelo|canceling|instead|vez|lugar|missed|unable|dont|no|ni|never|didnt|postpone|posponer)$/;
const heldMeeting =
  /^(?:appointment|visit|meeting|class|tour|cita|visita|reunion|clase|turno|appt|slot|demo)$/;
const newTime =
  /^(?:to|para|about|better|mejor|try|tal|works?|podria|puede|pueden|podemos|free|available|disponible|libre|prefer|prefiero|rather|hacerla|dejar|dejarla|dejamos|pasar|pasarla|cambiarla|moverla)$/;

const isGivenUp = (tokens: readonly Token[], { start }: Moment): boolean => {
  let sawNewTime = false;
  for (let at = start - 1; at >= Math.max(0, start - 7); at--) {
    const token = tokens[at] as Token;
    if (token.isMark && token.word !== ",") return false;
    if (token.isMark) return false;
    if (/^(?:but|pero|y|and|so|asi|sino)$/.test(token.word)) return false;
    if (newTime.test(token.word)) sawNewTime = true;
    if (givenUp.test(token.word) && !sawNewTime) return true;
    // "My appointment on Tuesday" stands; "an appointment on Tuesday" is wished for.
    if (
      heldMeeting.test(token.word) &&
      /^(?:my|our|the|mi|la|nuestra|el)$/.test(tokens[at - 1]?.word ?? "") &&
      !sawNewTime
    )
      return true;
  }
  return false;
};

/** A past or a condition around a deadline: "before Friday", "until Friday". */
const isLimit = (tokens: readonly Token[], { start }: Moment): boolean =>
  /^(?:before|antes|ago|by)$/.test(tokens[start - 1]?.word ?? "") ||
  /^(?:antes)$/.test(tokens[start - 2]?.word ?? "");

const resolve = (moment: Moment, now: LocalTime, dayFromContext: number | undefined): string | null => {
  const part = moment.part;
  let minutes = moment.minutes;
  if (minutes !== undefined && moment.isHourOpen && part !== undefined) {
    // "At 8 tonight", "manana a las 7 de la noche".
    if (part >= 14 * 60 && minutes < 12 * 60) minutes += 12 * 60;
    if (part === 9 * 60 && minutes >= 12 * 60 && minutes > 12 * 60 + 59) minutes -= 12 * 60;
  }
  if (minutes === undefined) minutes = part;
  const days = moment.days ?? dayFromContext;
  if (days !== undefined) {
    if (minutes === undefined && days === now.days) return null;
    let chosen = minutes ?? defaultMinutes;
    const isOver = days === now.days && chosen <= now.minutes;
    if (isOver && moment.isHourOpen && chosen + 12 * 60 <= lastEveningHour) chosen += 12 * 60;
    return days < now.days ? null : formatLocal(days, chosen);
  }
  if (minutes === undefined) return null;
  if (minutes > now.minutes) return formatLocal(now.days, minutes);
  if (moment.isHourOpen && minutes + 12 * 60 <= lastEveningHour && minutes + 12 * 60 > now.minutes)
    return formatLocal(now.days, minutes + 12 * 60);
  return formatLocal(now.days + 1, minutes);
};

export type FoundCallback = { at: string; start: number; end: number };

/**
 * The first moment at which the sender wants to be in touch again or to meet. `acceptsProposal`: the message takes
 * the time that our last message proposed. Positions are token indexes; equal ones mean the previous message.
 */
export const findCallback = (
  tokens: readonly Token[],
  previous: readonly Token[],
  { now, order, acceptsProposal }: { now: LocalTime; order: DateOrder; acceptsProposal: boolean },
): FoundCallback | null => {
  const readMoments = createMomentReader(now, order);
  const proposed = previous.length > 0 ? readMoments(previous) : [];
  const proposedDay = proposed.find(({ days }) => days !== undefined)?.days;
  const own = readMoments(tokens).filter((moment) => !isLimit(tokens, moment));
  const wanted = own.filter((moment) => !isGivenUp(tokens, moment));
  const [first] = wanted;
  if (first) {
    // "Thursday works" takes the hour that we proposed for Thursday.
    const match =
      first.minutes === undefined && first.part === undefined
        ? proposed.find(
            ({ days, minutes }) => days !== undefined && days === first.days && minutes !== undefined,
          )
        : undefined;
    const samePart =
      first.minutes === undefined && first.days === undefined
        ? proposed.find(
            ({ part, minutes }) =>
              minutes !== undefined &&
              first.part !== undefined &&
              (part === first.part || minutes >= first.part),
          )
        : undefined;
    const at = resolve(match ? { ...first, ...match } : (samePart ?? first), now, proposedDay);
    if (at) return { at, start: first.start, end: first.end };
  }
  if (own.length > 0 || !acceptsProposal) return null;
  const [only] = proposed;
  const at = only ? resolve(only, now, proposedDay ?? nextWeekday(now.days - 1, 1)) : null;
  return at ? { at, start: 0, end: 0 } : null;
};

import {
  bareStops,
  bySomebodyElse,
  contactProhibitions,
  contactStops,
  denials,
  keeps,
  refusals,
  removals,
  sendRules,
  unclearRequests,
  wishedBySomebodyElse,
} from "./clause-patterns.ts";
import { tagOf } from "./lexicon.ts";
import { pattern, tagText } from "./pattern.ts";
import { type Clause, tagClauses } from "./tag-clauses.ts";

/** `harmless`: the words of an opt-out, but it is denied, or about another thing or person. */
export type ClauseMeaning = "opt_out" | "unclear" | "harmless" | "none";

const otherThing = pattern("^ me? fill*2 det|my|this? OTHER");
/** "Stop sending me surveys": several of something, and not a thing of the contract. */
const unwantedThings = pattern("^ me|this|more|you+ other");
const otherPlace = pattern("^ this fill det|my|this? OTHER");
const otherParty = pattern("^ fill|det|this+ OTHER");
const somebodyElse = pattern("^ me? fill*2 my? third");
const limit = pattern("until|when|instead");
const condition = pattern("if|hedge");

type Match = { start: number; end: number };

const findFirst = (rules: readonly RegExp[], text: string): Match | undefined => {
  for (const rule of rules) {
    const match = rule.exec(text);
    if (match) return { start: match.index, end: match.index + match[0].length };
  }
  return undefined;
};

/** What follows "stop calling": another person or a limit make it less than an opt-out. */
const readContactTail = (tail: string): ClauseMeaning =>
  limit.test(tail) ||
  /^(?:fill ){0,2}(?:my )?third /.test(tail) ||
  otherParty.test(tail) ||
  /\bold /.test(tail)
    ? "unclear"
    : "opt_out";

/** "Stop calling my mother" is asked for her; "stop calling her" is about somebody else. */
const readStopTail = (tail: string): ClauseMeaning =>
  readContactTail(tail.replace(/^(?:fill )?my third /, ""));

/** "No llamen a mis referencias" is about them. */
const readProhibitionTail = (head: string, tail: string): ClauseMeaning =>
  /^fill my other /.test(tail) || (/\b(?:when|until) /.test(head) && !/\btold /.test(head))
    ? "unclear"
    : readContactTail(tail);

const arePlural = (words: readonly string[]): boolean =>
  words.slice(0, 4).some((word) => /[^s]s$/.test(word) && tagOf(word) === "other");

/** What follows "stop sending": what is sent decides. */
const readSendTail = (tail: string, words: readonly string[]): ClauseMeaning => {
  if (tail === "third ") return "opt_out";
  if (unwantedThings.test(tail) && arePlural(words)) return "opt_out";
  if (otherThing.test(tail) || otherPlace.test(tail) || /\bold /.test(tail)) return "harmless";
  return limit.test(tail) || somebodyElse.test(tail) ? "unclear" : "opt_out";
};

/** What "remove me" is about when no list is named. */
const readRemovalTail = (head: string, request: string, tail: string): ClauseMeaning => {
  if (/^until /.test(head)) return "unclear";
  if (/\blist $/.test(request)) return /^fill (?:det )?when /.test(tail) ? "unclear" : "opt_out";
  if (/^(?:fill )+(?:my |det )?(?:other )?(?:third|thing) /.test(tail)) return "harmless";
  if (/\bnumber $/.test(request) && /^(?:fill )+(?:det |my )+other /.test(tail)) return "unclear";
  return /\b(?:until|instead) /.test(tail) ? "unclear" : "opt_out";
};

const readRequest = (text: string, words: readonly string[], isJoking: boolean): ClauseMeaning => {
  const sending = findFirst(sendRules, text);
  if (sending) {
    const wordsBefore = text.slice(0, sending.end).split(" ").length - 1;
    return readSendTail(text.slice(sending.end), words.slice(wordsBefore));
  }
  const stopping = findFirst(contactStops, text);
  const forbidding = findFirst(contactProhibitions, text);
  const removing = findFirst(removals, text);
  const refusing = findFirst(refusals, text);
  const readings: ClauseMeaning[] = [
    stopping ? readStopTail(text.slice(stopping.end)) : "none",
    forbidding && !isHabit(text, forbidding)
      ? ifSerious(readProhibitionTail(text.slice(0, forbidding.start), text.slice(forbidding.end)), isJoking)
      : "none",
    removing
      ? readRemovalTail(
          text.slice(0, removing.start),
          text.slice(removing.start, removing.end),
          text.slice(removing.end),
        )
      : "none",
    refusing ? ifSerious(limit.test(text.slice(refusing.end)) ? "unclear" : "opt_out", isJoking) : "none",
    findFirst(bareStops, text) ? ifSerious("opt_out", isJoking) : "none",
    findFirst(unclearRequests, text) ? "unclear" : "none",
  ];
  return strongest.find((meaning) => readings.includes(meaning)) ?? "none";
};

const strongest = ["opt_out", "unclear", "harmless"] as const;

const ifSerious = (meaning: ClauseMeaning, isJoking: boolean): ClauseMeaning =>
  isJoking && meaning === "opt_out" ? "unclear" : meaning;

/** "I don't text" tells a habit. */
const isHabit = (text: string, { start, end }: Match): boolean =>
  /(?:^| )(?:i|third) (?:fill )?$/.test(text.slice(0, start)) && !/\bwant /.test(text.slice(start, end));

const readClause = ({ tags, words }: Clause, isJoking: boolean): ClauseMeaning => {
  const text = tagText(tags);
  if (/\bsays /.test(text) || denials.some((rule) => rule.test(text))) return "harmless";
  if (wishedBySomebodyElse.test(text)) return "unclear";
  if (bySomebodyElse.test(text)) return /\brem_done /.test(text) ? "unclear" : "harmless";
  const meaning = readRequest(text, words, isJoking);
  return meaning === "opt_out" && condition.test(text) ? "unclear" : meaning;
};

/** A stop that was sent by mistake, not a form that was filled by mistake. */
const isMistake =
  /\b(?:stop|stop_es|unsub|unsubbed|rem_fact|rem_done|text|msg|snd_fact|con_fact)\b.*\bmistake |\bmistake .*\b(?:stop|stop_es|unsub|unsubbed|text|con_fact)\b/;

/** A request about what an earlier clause named: "delete it", "bórrenlo", "no lo usen". */
const refersBack =
  /^(?:and |y |so )?(?:(?:remove|delete|erase|take) (?:it|them)|(?:borr|quit|elimin|saqu|remuev|suspend|det[ei]n|par[ae])\w*l[oa]s?|no l[oa]s? usen?|dont use it)(?: off)?$/;

/** "You can e-mail me", "pueden escribirme". */
const allows =
  /^(?:you |u |ustedes )?(?:can|may|could|feel free to|pueden|puede|puedes|podrian) (?:still |always |seguir )?(?:text|e ?mail|call|message|write|send|escrib|llam|mand|envi)\w*(?! (?:off|this|these))/;

/** What the clauses of a text say together, and the words that no rule explained as harmless. */
export const readClauses = (text: string): { meaning: ClauseMeaning; matched: string; rest: string } => {
  const clauses = tagClauses(text);
  const tags = clauses.map((clause) => tagText(clause.tags));
  const isJoking = tags.some((clause) => /\b(?:laugh|love) /.test(clause));
  const read = clauses.map((clause) => ({ clause, meaning: readClause(clause, isJoking) }));
  const find = (meaning: ClauseMeaning) => read.find((each) => each.meaning === meaning);
  const found = find("opt_out") ?? find("unclear") ?? find("harmless");
  const isQualified =
    tags.some((clause) => isMistake.test(clause) || keeps.some((rule) => rule.test(clause))) ||
    clauses.some(({ words }) => allows.test(words.join(" ")));
  // "I opted out. Why am I still getting these?"
  // "I gave you my number for a quote; delete it."
  const isReferred =
    tags.some((clause) => /\bmy number |\bmsg /.test(clause)) &&
    clauses.some(({ words }) => refersBack.test(words.join(" ")));
  const isIgnored =
    found?.meaning === "unclear" &&
    tags.some((clause) => /\bunsubbed /.test(clause) && !bySomebodyElse.test(clause)) &&
    tags.some((clause) => /\b(?:still|keep) /.test(clause));
  const meaning =
    isIgnored || (isReferred && found?.meaning !== "harmless") ? "opt_out" : (found?.meaning ?? "none");
  return {
    meaning: meaning === "opt_out" && isQualified ? "unclear" : meaning,
    matched: found?.clause.words.join(" ") ?? "",
    rest: read
      .filter((each) => each.meaning !== "harmless")
      .map(({ clause }) => clause.words.join(" "))
      .join(" | "),
  };
};

import {
  alternative,
  denial,
  finalProhibition,
  harmlessPhrase,
  mayRefuseMessages,
  optOutPhrase,
  possibleOptOut,
  prohibition,
} from "./opt-out-phrases.ts";
import { isHelp, isLoneOptOut, isStart, isStrongOptOut, isYes } from "./opt-out-words.ts";
import { isCourtesy, replyWords } from "./reply-text.ts";

/** `ambiguous` may mean "no more": nothing is sent until a person has read it. */
export type ReplyMeaning = {
  kind: "opt_out" | "opt_in" | "help" | "ambiguous" | "none";
  matched?: string;
};

const stopSigns = /[🛑⛔🚫✋🖕]/u;

/** The whole message is keywords, each perhaps cut up by spaces. */
const loneMeaning = (words: string[], askedYesNo: boolean): ReplyMeaning | undefined => {
  if (words.length === 0 || words.length > 8) return undefined;
  const whole = words.join("");
  const all = (is: (word: string) => boolean): boolean => words.every(is) || is(whole);
  if (all(isLoneOptOut)) return { kind: "opt_out", matched: whole };
  if (all(isStart)) return { kind: "opt_in", matched: whole };
  if (all(isHelp)) return { kind: "help", matched: whole };
  if (askedYesNo && all(isYes)) return { kind: "opt_in", matched: whole };
  return undefined;
};

/** A sentence of its own that is nothing but a strong keyword. */
const strongClause = (clauses: string[]): string | undefined =>
  clauses.find((clause) => clause !== "" && clause.split(" ").every(isStrongOptOut));

const phraseMeaning = (text: string): ReplyMeaning | undefined => {
  const wholly = finalProhibition.exec(text);
  if (wholly) {
    const rest = text.replace(finalProhibition, " ");
    return { kind: alternative.test(rest) ? "ambiguous" : "opt_out", matched: wholly[0] };
  }
  const plain = optOutPhrase.exec(text);
  if (plain) {
    const [matched] = plain;
    // "I don't want to unsubscribe": the word, and its denial.
    const turned = /uns?u[bs]|opt|d?es+u/.test(matched) && denial.test(text);
    return { kind: turned ? "ambiguous" : "opt_out", matched };
  }
  const partly = prohibition.exec(text) ?? possibleOptOut.exec(text);
  if (partly) return { kind: "ambiguous", matched: partly[0] };
  const caught = text.split("|").find(mayRefuseMessages);
  return caught ? { kind: "ambiguous", matched: caught.trim() } : undefined;
};

/** What a reply asks of us. "Yes" and "sí" count only as the answer to our own question. */
export const readReply = (
  text: string,
  { askedYesNo = false }: { askedYesNo?: boolean } = {},
): ReplyMeaning => {
  const words = replyWords(text).filter((word) => !isCourtesy(word));
  const spoken = words.filter((word) => word !== "|");
  const lone = loneMeaning(spoken, askedYesNo);
  if (lone) return lone;
  if (spoken.length === 0)
    return stopSigns.test(text) ? { kind: "ambiguous", matched: "stop sign" } : { kind: "none" };
  const clauses = words.join(" ").split("|");
  const strong = strongClause(clauses.map((clause) => clause.trim()));
  if (strong) return { kind: "opt_out", matched: strong };
  const joined = clauses
    .map((clause) => clause.trim())
    .filter(Boolean)
    .join(" | ");
  const found = phraseMeaning(joined.replace(harmlessPhrase, "_"));
  if (found) return found;
  if (spoken.join(" ") === "enough") return { kind: "ambiguous", matched: "enough" };
  return { kind: "none" };
};

import { tagOf } from "./opt-out/lexicon.ts";
import { harmlessPhrase, mayRefuseMessages, possibleOptOut } from "./opt-out/possible-opt-out.ts";
import { readClauses } from "./opt-out/read-clauses.ts";
import { collapseRepeats, endsClause, isCourtesy, replyWords } from "./reply-text.ts";

/** `ambiguous` may be an opt-out: nothing is sent until an operator has read it. */
export type ReplyMeaning = {
  kind: "opt_out" | "opt_in" | "help" | "ambiguous" | "none";
  matched?: string;
  /** The whole message is a keyword. */
  isKeyword?: true;
};

/**
 * Opt-outs when they are the whole message. English: the default keywords of Twilio and AWS, and those that
 * 47 CFR 64.1200(a)(10) names. Spanish: our own list, to be reviewed by a native speaker from Puerto Rico.
 */
const loneKeywords = `
  stop stopall unsubscribe unsub end quit revoke optout cancel remove arret td cton stpo sotp stp tsop
  alto pare paren parar para detener detenga detengan detente cancelar cancela cancele cancelen baja
  remover remuevan eliminar elimine eliminen quitar quiten salir salirme terminar nomas removeme
  discontinue desist unenroll unregister nomore detenganse detente parale parenle paralo parenlo
  desuscribir desuscribirme desuscribeme desuscribanme quitenme quitame sacame saquenme borrame borrenme
`;
/** Opt-outs also when they are one sentence among others. */
const strongKeywords = "stop stopall unsubscribe unsub optout desuscribir alto quit paren detenganse";

const keywordSet = (words: string): Set<string> => new Set(words.trim().split(/\s+/).map(collapseRepeats));
const loneWords = keywordSet(loneKeywords);
const strongWords = keywordSet(strongKeywords);
const startWords = keywordSet("start unstop iniciar comenzar resubscribe suscribir suscribirme");
const helpWords = keywordSet("help info ayuda informacion");
const yesWords = keywordSet("yes yeah yep yup si sip acepto accept");

const isLoneOptOut = (word: string): boolean => loneWords.has(collapseRepeats(word));
const isStrongOptOut = (word: string): boolean => strongWords.has(collapseRepeats(word));
const isStart = (word: string): boolean => startWords.has(collapseRepeats(word));
const isHelp = (word: string): boolean => helpWords.has(collapseRepeats(word));
const isYes = (word: string): boolean => yesWords.has(collapseRepeats(word));

const stopSigns = /[⛔🚫✋🖕]/u;

/** The whole message consists of keywords, perhaps spelled with spaces. */
const loneMeaning = (words: string[], askedYesNo: boolean): ReplyMeaning | undefined => {
  if (words.length === 0 || words.length > 8) return undefined;
  const joined = words.join("");
  const all = (is: (word: string) => boolean): boolean => words.every(is) || is(joined);
  if (all(isLoneOptOut))
    return {
      kind: "opt_out",
      // Of several keywords, the one that means only this.
      matched: words.every(isLoneOptOut) ? (words.find(isStrongOptOut) ?? words[0] ?? joined) : joined,
      isKeyword: true,
    };
  if (all(isStart)) return { kind: "opt_in", matched: joined };
  if (all(isHelp)) return { kind: "help", matched: joined };
  if (askedYesNo && all(isYes)) return { kind: "opt_in", matched: joined };
  return undefined;
};

/** A clause that consists of strong keywords only. */
const strongClause = (clauses: string[]): string | undefined =>
  clauses.find((clause) => clause !== "" && clause.split(" ").every(isStrongOptOut));

/** "Stop! I love it!" */
const isJoking = (words: readonly string[]): boolean =>
  words.some((word) => ["laugh", "love"].includes(tagOf(word)));

const phraseMeaning = (text: string): ReplyMeaning | undefined => {
  const { meaning, matched, rest } = readClauses(text);
  if (meaning === "opt_out") return { kind: "opt_out", matched };
  if (meaning === "unclear") return { kind: "ambiguous", matched };
  const possible = possibleOptOut.exec(rest)?.[0] ?? rest.split("|").find(mayRefuseMessages)?.trim();
  return possible === undefined ? undefined : { kind: "ambiguous", matched: possible };
};

/** What a reply means. "Yes" and "sí" are an opt-in only as the answer to our question. */
export const readReply = (
  text: string,
  { askedYesNo = false }: { askedYesNo?: boolean } = {},
): ReplyMeaning => {
  const words = replyWords(text)
    .map((word) => (endsClause(word) ? "|" : word))
    .filter((word) => !isCourtesy(word));
  const withoutBars = words.filter((word) => word !== "|");
  const lone = loneMeaning(withoutBars, askedYesNo);
  if (lone) return lone;
  if (withoutBars.length === 0)
    return text.includes("🛑")
      ? { kind: "opt_out", matched: "stop sign", isKeyword: true }
      : stopSigns.test(text)
        ? { kind: "ambiguous", matched: "stop sign" }
        : { kind: "none" };
  const clauses = words.join(" ").split("|");
  const strong = strongClause(clauses.map((clause) => clause.trim()));
  if (strong) return { kind: isJoking(words) ? "ambiguous" : "opt_out", matched: strong };
  const joined = clauses
    .map((clause) => clause.trim())
    .filter(Boolean)
    .join(" | ");
  const meaning = phraseMeaning(joined.replace(harmlessPhrase, "_"));
  if (meaning) return meaning;
  if (/^(?:enough|basta)$/.test(withoutBars.join(" "))) return { kind: "ambiguous", matched: "enough" };
  return { kind: "none" };
};

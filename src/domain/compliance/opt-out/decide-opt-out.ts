import { type ReplyMeaning, readReply } from "#domain/compliance/read-reply.ts";
import { replyWords } from "#domain/compliance/reply-text.ts";
import { isOfferedForElse, isOfferedToStop } from "./offered-keyword.ts";
import { findOtherLanguageOptOut } from "./other-languages.ts";

/**
 * `sure`: suppressed at once and confirmed. `possible`: marketing to the person waits and an operator reads the words;
 * nothing is confirmed, and service answers go on.
 */
export const optOutAnswers = ["sure", "possible", "no"] as const;
export type OptOutAnswer = (typeof optOutAnswers)[number];

export type OptOutDecision = {
  answer: OptOutAnswer;
  because:
    | "keyword"
    | "offered_keyword"
    | "other_language"
    | "reported"
    | "grammar_and_learned"
    | "grammar"
    | "learned"
    | "nothing";
  /** The words on which the grammar decided. */
  matched: string | null;
};

/** Learned probabilities that the text is a wish to stop, or an unclear one. */
export type StopScores = { yes: number; unclear: number };

/** Chosen on writers whose words were not learned: see decision 67. */
const limits = {
  /** The grammar found an opt-out, and what was learned agrees. */
  agree: 0.65,
  /** The grammar found words of stopping that it cannot explain. */
  ambiguous: 0.2,
  /** The grammar found nothing, but the text speaks of contact, and refuses or ends something. */
  refusing: 0.12,
  /** The grammar found nothing. */
  learned: 0.28,
  /** A keyword that also answers a question, such as "para". */
  answeringKeyword: 0.6,
} as const;

const contact =
  /\b(?:call\w*|ring\w*|text\w*|messag\w*|contact\w*|e?mail\w*|writ\w+|number|list|phone|asking|bother\w*|llam\w+|escrib\w+|mand\w+|mensaj\w+|texto\w*|numero|lista|correo\w*|molest\w+|marc\w+|busc\w+|jod\w+)\b/;
const refusal =
  /\b(?:stop\w*|quit|dont|do not|no more|never|last|off|remove\w*|lose|forget|enough|done|anymore|no|nunca|jamas|ya|mas|dej\w+|par\w+|basta|borr\w+|quit\w+|saqu\w+|sac\w+|elimin\w+|olvid\w+|pierd\w+)\b/;
/** "Did you take me off?" and "I told you to stop, but now …" tell of a wish and are none. */
const asksOfPast =
  /^\W*(?:(?:and|so|but|hey|hi|hola|y|pero)\b\W*)*(?:did|didnt|have|havent|has|was|were|why)\b/;
/** "If it breaks again" and "she says that you should stop" are conditions and wishes of others, for a person to judge. */
const conditional = /\b(?:if|unless|once|si|a menos que|cuando)\b(?: \w+){1,}/;
const reportsOthers =
  /\b(?:he|she|they|husband|wife|mom|mother|dad|father|son|daughter|boss|neighbor|customer|client|company|ella|ellos|espos[oa]|marido|mama|papa|hij[oa]|jef[ea]|vecin[oa]|client[ea]|compania)(?: \w+)?? (?:said|says|told|asked|asks|wants?|wanted|wouldnt|would not|didnt|did not|kept|keeps|dijo|dice|pidio|pide|quiere|queria|no dejaban?|no paraban?|seguian?)\b/;
/** "Delete it" may mean a picture as well as a number. */
const unnamed = /\b(?:delete|remove|erase|take) (?:it|that|them)\b/;
const named =
  /\b(?:number|phone|cell|name|info\w*|data|email|address|contact\w*|text\w*|messag\w*|call\w*|me|my|mine|us)\b/;
const turns = /\b(?:but|however|though|pero|aunque|sin embargo)\b(?: \w+){2,}/;

/** The words refuse one thing, way, time or language, or go on with the business: a person judges what remains wished. */
const narrows = new RegExp(
  `\\b(?:${[
    "in (?:english|spanish)|(?:english|spanish) only|wait(?:ing)? ?list|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|photos?|pictures?|invoices?|receipts?|paper|about the",
    "put me (?:on|down|in)|use (?:this|the|my new)|instead|(?:is|are|works?) (?:fine|better|best|ok|okay|good)|prefer|(?:ill|i will) (?:call|be|see|come|text|get|let)|see you|on my way|keep the|still want",
    "i(?:ve)? (?:found|already (?:paid|talked|spoke|got|scheduled|booked|signed))|(?:until|till) (?:the|my|we|i|next|\\d+)|(?:before|after) (?:\\d+|noon|one|two|three|four|five|six|seven|eight|nine|ten|work|lunch)|at (?:the office|work|night)|except|old (?:number|address|email)",
    "en (?:ingles|espanol)|lista (?:del|de espera|de la)|lunes|martes|miercoles|jueves|viernes|sabados?|domingos?|fotos?|facturas?|recibos?|papel|en vez|prefiero|esta bien|me sirve|funciona",
    "ya (?:hable|encontre|pague|quede|quedamos|consegui|firme)|quedamos|yo (?:lo|la|le|los|les) (?:llamo|escribo|aviso)|us[ea]n? (?:este|el nuevo)|ponga\\w*|(?:numero|correo) viejo|hasta (?:que|el|la|las)|(?:antes|despues) de(?: las?)? (?:\\d+|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez)|al trabajo|excepto",
  ].join("|")})\\b`,
);

/** Keywords that vendors and regulators know: they are never ignored, only reviewed. */
const strongKeyword = /^(?:stop|stopall|unsubscribe|unsub|optout|alto)$/;

/** Keywords of the law besides: where they were offered for something else, a doubt is reviewed. */
const legalKeyword = /^(?:end|quit|cancel|revoke|baja|cancelar|salir|remove)$/;

/** "Keep going, or stop until Monday?": the keyword answers what our question asks. */
const asksOf = (keyword: string, previous: string | null): boolean =>
  (previous ?? "")
    .split(/(?<=[.!?\n])\s+/)
    .some(
      (sentence) =>
        sentence.includes("?") &&
        new RegExp(
          `\\bor (?:\\w+ ){0,2}${keyword}\\b(?! (?:text|messag|call|contact|email|writ)\\w*)`,
          "i",
        ).test(sentence),
    );

const decideKeyword = (keyword: string, previous: string | null, yes: number): OptOutDecision => {
  const isAnswer = previous?.includes("?") === true && !strongKeyword.test(keyword);
  if (isAnswer && yes < limits.answeringKeyword)
    return { answer: "possible", because: "offered_keyword", matched: keyword };
  if (asksOf(keyword, previous)) return { answer: "possible", because: "offered_keyword", matched: keyword };
  if (!isOfferedForElse(keyword, previous)) return { answer: "sure", because: "keyword", matched: keyword };
  const isDoubtful = legalKeyword.test(keyword) && yes >= limits.agree;
  return {
    answer: strongKeyword.test(keyword) || isDoubtful ? "possible" : "no",
    because: "offered_keyword",
    matched: keyword,
  };
};

/** What follows the words that the grammar found, and whether they stand in a question about the past. */
const isReported = (text: string, matched: string): boolean => {
  const plain = replyWords(text).join(" ");
  const sentence = text
    .split(/(?<=[.!?\n])\s+/)
    .map((each) => ({ isQuestion: each.includes("?"), plain: replyWords(each).join(" ") }))
    .find((each) => each.isQuestion && asksOfPast.test(each.plain.replace(/^[| ]+/, "")));
  if (sentence?.plain.includes(matched.split(" ").slice(0, 2).join(" "))) return true;
  if (asksOfPast.test(matched) && text.includes("?")) return true;
  if (reportsOthers.test(plain) || (unnamed.test(matched) && !named.test(plain))) return true;
  const at = plain.indexOf(matched);
  const isConditional = conditional.test(plain.slice(0, Math.max(0, at)).split("|").slice(-2).join(" "));
  return isConditional || narrows.test(plain) || (at >= 0 && turns.test(plain.slice(at + matched.length)));
};

/** Whether a text is a wish that messages or calls stop. */
export const decideOptOut = (
  { text, previous }: { text: string; previous: string | null },
  stop: StopScores,
  meaning: ReplyMeaning = readReply(text),
): OptOutDecision => {
  const { kind, matched = null, isKeyword } = meaning;
  if (kind === "opt_out" && isKeyword) return decideKeyword(matched ?? "", previous, stop.yes);
  const learned = stop.yes + stop.unclear;
  const words = replyWords(text).filter((word) => word !== "|");
  if (isOfferedToStop(words, previous))
    return { answer: "sure", because: "offered_keyword", matched: words[0] ?? "" };
  if (kind === "opt_out" && matched !== null && isReported(text, matched))
    return { answer: "possible", because: "reported", matched };
  if (kind === "opt_out")
    return stop.yes >= limits.agree
      ? { answer: "sure", because: "grammar_and_learned", matched }
      : { answer: "possible", because: "grammar", matched };
  if (kind === "opt_in" || kind === "help") return { answer: "no", because: "nothing", matched: null };
  if (kind === "ambiguous" && learned >= limits.ambiguous)
    return { answer: "possible", because: "grammar_and_learned", matched };
  const foreign = findOtherLanguageOptOut(text);
  if (foreign !== undefined) return { answer: "sure", because: "other_language", matched: foreign };
  const plain = replyWords(text).join(" ");
  const mayRefuse = contact.test(plain) && refusal.test(plain);
  return learned >= (mayRefuse ? limits.refusing : limits.learned)
    ? { answer: "possible", because: "learned", matched: null }
    : { answer: "no", because: "nothing", matched: null };
};

import { foldWord } from "#domain/reading/tokens.ts";
import { isOutdated, isUncertain, offersChoice, takesBack } from "./corrections.ts";
import { applySpelling } from "./name-spelling.ts";
import { asStored, isKnownName, isSurname, nameSuffix, nameWords } from "./name-words.ts";
import { agreesWith, findSpellingAids, type SpellingAid } from "./spelling-aids.ts";
import { splitWords } from "./spoken-words.ts";
import { askAgain, type SpokenReading, type ValueReader } from "./value-reading.ts";

const leadIn =
  /^.*?(?<![\p{L}'])(?:my (?:full |legal )?name is|my name's|the names?(?: is)?|name(?:'s| is)|i'?m|i am|this is|it is|it'?s|that'?s|call me|under(?: the name(?: of)?)?|me llamo|mi nombre(?: completo)? es|el nombre es|nombre|soy|le habla|habla|de parte de|a nombre de(?: [\p{L} ]{1,24}:)?|a nombre|pongame|ponga(?:lo|la)?|ponme(?:lo)?|ponlo a nombre de|escriba(?:lo)?|anote(?:me|lo)?|just|put(?: (?:it|me|that))?(?: down)?(?: (?:as|under|for))?|llamame|llameme|me llaman|me dicen|es|se llama|for|is|con|speaking with|the account is under)[:,]?\s+/iu;
const fillers =
  /^(?:(?:yes|yeah|yep|si|sí|sure|claro|ok|okay|uh|um|eh|ah|well|pues|bueno|mire|hi|hello|hola|buenas|buenos d[ií]as|buenas tardes|buenas noches|good morning|good afternoon|good evening|mm|gracias|thanks|please|and|y|sorry|perd[oó]n|disculpe)(?:[,.!]?\s+|$))+/iu;
const courtesy =
  /\s+(?:please|por favor|gracias|thanks|thank you|speaking|here|aqu[ií]|ac[aá]|para servirle|a sus? [oó]rdenes|a la orden|(?:on|in|en) (?:the|my|el|la|mi|los|las) \p{Ll}+)$/iu;
/** A clause without a name of its own. */
const remark =
  /^(?:|thats?|its?|is|es|as|o sea|se escribe|spelled|thank you|gracias|thanks|mucho gusto|nice to meet you|please|por favor|at your service|(?:para servir|a (?:la|sus?) orden).*)$/;
const otherClause =
  /^(?:not |no |sin |without |with |con |everybody|everyone|they call|people call|todos me|but |pero |as in|like the|como el|like |que |and |y |in |en |on )/i;
/** A clause about the name: it adds none. */
const comment =
  /\b(?:apellido|surname|last name|first name|maiden|soltera|casada|nickname|apodo|for short|de carino|le digo|se escribe|spelled|all 1 word|all one word|two words|accent|acento)\b/i;
/** Words with which speakers replace a short name by the full one. */
const restart =
  /\b(?:well|bueno|o sea|i mean|digo|actually|mejor dicho|mejor|legally|officially|full name|nombre completo|really|rather|en realidad)\b,?/giu;

/** Without accents, letter by letter, so that positions stay. */
const plainLetters = (text: string): string =>
  Array.from(text, (letter) => (letter.length === 1 ? (letter.normalize("NFD")[0] ?? letter) : letter)).join(
    "",
  );

const trimClause = (clause: string): { text: string; isLed: boolean } => {
  let text = clause.replace(fillers, "").trim();
  let isLed = false;
  for (let length = -1; length !== text.length; ) {
    length = text.length;
    const lead = leadIn.exec(plainLetters(text))?.[0].length ?? 0;
    if (lead > 0) isLed = true;
    text = text.slice(lead).replace(fillers, "").replace(courtesy, "").trim();
  }
  return { text, isLed };
};

/** The text without its hints at the spelling. */
const takeAids = (text: string): { text: string; aids: SpellingAid[] } => {
  const words = splitWords(text);
  const aids = findSpellingAids(words.map((word) => word.text));
  const cut = aids.toReversed().reduce((rest, { from, to }) => {
    const [start, end] = [words[from]?.start ?? 0, words[to - 1]?.end ?? rest.length];
    return `${rest.slice(0, start)} ${rest.slice(end)}`;
  }, text);
  return { text: cut, aids };
};

const splitClauses = (text: string): string[] =>
  text
    .replaceAll(restart, (word) => `, ${word.replace(",", "")} ,`)
    .split(
      /[,;:!?](?=\s|$)|(?<!(?:^|[\s.])(?:dra?|mrs?|ms|sra?|jr|lcd[oa]|ing|st|\p{L}))\.+(?=\s|$)|\s[-–—]\s|…/iu,
    )
    .map((clause) => clause.trim())
    .filter((clause) => /\p{L}/u.test(clause));

const foldPhrase = (text: string): string =>
  plainLetters(text)
    .toLowerCase()
    .replaceAll("'", "")
    .replaceAll(/[^\p{L}\d]+/gu, " ");

/** A business instead of a person. */
const business =
  / (?:roofing|plumbing|electric(?:al)?|cleaners?|cleaning|construction|landscaping|services?|solutions|enterprises?|group|partners|associates|sons|bros|studio|salon|spa|gym|shop|garage|motors?|auto|clinic|dental|pharmacy|academy|school|restaurant|cafe|bakery|church|taller|ferreteria|farmacia|panaderia|colmado|colegio|escuela|academia|restaurante|clinica|laboratorio|oficina|bufete|funeraria|cafeteria|heladeria|reposteria|barberia|joyeria|floristeria|gomera|distribuidora|servicios|hermanos|asociados|inmobiliaria|condominio|cooperativa|fundacion|ministerio)(?= |$)/;
/** A first or last name was announced, so that one word is not the whole. */
const namesPart =
  /(?:^| )(?:(?:last|first|middle|family|given) (?:name|1|one|is)|surname|apellidos?|primer nombre|nombre de pila)(?= |$)/;

const countWords = (name: string): number => name.split(" ").length;

/** The longest of several names that contains the words of all others. */
const longestOf = (names: readonly string[]): string | undefined => {
  const longest = names.toSorted((one, other) => countWords(other) - countWords(one))[0];
  const parts = new Set(longest?.split(" "));
  return names.every((name) => name.split(" ").every((word) => parts.has(word))) ? longest : undefined;
};

/** The names in the clauses; a correction or a fuller form replaces what was said before. */
const readClauses = (clauses: readonly string[], hasCapitals: boolean): SpokenReading<string[]> => {
  let names: string[] = [];
  let replaced: string[] = [];
  let isUnread = false;
  for (const clause of clauses) {
    const folded = foldWord(clause.replaceAll(".", ""));
    restart.lastIndex = 0;
    const isRestart = restart.test(clause) && countWords(folded) <= 2;
    if (isRestart || (takesBack(` ${folded}`) && countWords(folded) <= 3)) {
      if (names.length > 0) replaced = names;
      names = [];
      continue;
    }
    const { text, isLed } = trimClause(clause);
    if (remark.test(foldWord(text))) continue;
    if (/ (?:no|tampoco)$/.test(folded) || comment.test(clause)) continue;
    if (otherClause.test(clause) && !leadIn.test(plainLetters(clause))) continue;
    const words = otherClause.test(text) ? undefined : nameWords(text, hasCapitals);
    const [only = ""] = words ?? [];
    const isSure = isLed || (words?.length ?? 0) > 1 || isKnownName(only) || nameSuffix(only) !== undefined;
    const isOfOthers = names.length > 0 || replaced.length > 0;
    if (words && (isSure || isOfOthers)) names.push(asStored(words));
    else if (clause.split(/\s+/).some((word) => isKnownName(word) && (/^\p{Lu}/u.test(word) || !hasCapitals)))
      isUnread = true;
  }
  if (isUnread) return askAgain("unclear");
  // "Ana Ruiz, no, Díaz" leaves open which part is corrected.
  const isPartial =
    names.length > 0 &&
    names.every((name) => countWords(name) < 2) &&
    replaced.some((name) => countWords(name) > 1);
  if (isPartial) return askAgain("unclear");
  return { value: names.length > 0 ? names : replaced };
};

/** A person's name as it would be stored. */
export const readName: ValueReader<string> = (text) => {
  const cleaned = text.normalize("NFC").replaceAll("’", "'").trim();
  if (cleaned === "") return askAgain("missing");
  // "They call me Skip, but the account is under …".
  const stated = /^.*\b(?:but|pero)\b(.+)$/is.exec(cleaned)?.[1] ?? cleaned;
  const { text: plain, aids } = takeAids(stated);
  const spelled = applySpelling(plain);
  if (spelled === undefined || /\?\s*$/.test(cleaned)) return askAgain("unclear");
  const folded = foldPhrase(cleaned);
  if (isUncertain(folded) || isOutdated(folded)) return askAgain("unclear");
  // A capital "O" is an initial.
  // A company, and what it is called.
  if (/ (?:company|business|compania|empresa|negocio|corporation|church|iglesia) /.test(` ${folded} `))
    return askAgain("unclear");
  if (business.test(` ${folded} `)) return askAgain("unclear");
  const isChoice = offersChoice(foldPhrase(spelled.replaceAll(/\bO\b|\bo sea\b/g, " ")));
  if (isChoice) return askAgain("unclear");
  const hasCapitals = /\s\p{Lu}/u.test(spelled) || (/\p{Lu}/u.test(spelled) && !/\s/.test(spelled.trim()));
  const lacksPart = (name: string): boolean => countWords(name) === 1 && namesPart.test(folded);
  const checked = (name: string): SpokenReading<string> =>
    !lacksPart(name) && agreesWith(foldWord(name).replaceAll(" ", "") + name.replaceAll(/[^'-]/g, ""), aids)
      ? { value: name }
      : askAgain("unclear");
  const labelled = readLabelled(spelled, hasCapitals);
  if (labelled !== undefined) return checked(labelled);
  const read = readClauses(splitClauses(spelled), hasCapitals);
  if ("ask" in read) return read;
  const names = [...new Set(read.value)];
  const [first, second] = names;
  if (first === undefined) return askAgain("missing");
  if (second === undefined) return checked(first);
  // "Junior" after a comma belongs to the name; another name is a second reading.
  const suffix = nameSuffix(second);
  if (names.length === 2 && suffix !== undefined) return checked(`${first} ${suffix}`);
  const isSurnameFirst =
    names.length === 2 && [first, second].every((name) => countWords(name) === 1) && isSurname(first);
  if (isSurnameFirst && !isSurname(second)) return checked(`${second} ${first}`);
  const longest = longestOf(names);
  return longest === undefined ? askAgain("unclear") : checked(longest);
};

/** "Ortega, first name Luis" and "nombre Luis, apellido Ortega". */
const readLabelled = (text: string, hasCapitals: boolean): string | undefined => {
  const one =
    "(\\p{L}[\\p{L}'-]*\\.?(?: (?!(?:and|y|my|mi)\\b)[\\p{L}'-]+)?)(?=\\s*[,.;]|\\s+(?:and|y|my|mi|last|apellido|first|nombre)\\b|\\s*$)";
  const find = (label: string): RegExpExecArray | null =>
    new RegExp(`\\b(?:${label})(?: is| es| son|:)?,? +${one}`, "iu").exec(text);
  const first = find("first name|given name|nombre(?: de pila)?");
  const last = find("last name|surname|family name|apellidos?");
  const alone =
    /^(?:(?:it is|it's|its|es|yes|sí|si|my name is|my name's|i'm|me llamo|soy)[, ]+)?([\p{L}'.-]+(?: [\p{L}'-]+)?),/iu.exec(
      text,
    );
  const read = (found: RegExpExecArray | null): string[] | undefined =>
    found?.[1] ? nameWords(found[1], hasCapitals) : undefined;
  const given = read(first) ?? (last && !first ? read(alone) : undefined);
  const family = last ? read(last) : first ? read(alone) : undefined;
  return given && family ? `${asStored(given)} ${asStored(family)}` : undefined;
};

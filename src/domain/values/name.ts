import { foldWord } from "#domain/reading/tokens.ts";
import { isUndecided, takesBack } from "./corrections.ts";
import { askAgain, type ValueReader } from "./value-reading.ts";

const leadIn =
  /^(?:.*?(?<![\p{L}']))?(?:my (?:full )?name is|my name's|the names?(?: is)?|name(?:'s| is)|i'?m|i am|this is|it is|it'?s|that'?s|call me|under(?: the name(?: of)?)?|me llamo|mi nombre(?: completo)? es|el nombre es|nombre|soy|le habla|habla|a nombre de(?: [\p{L} ]{1,24}:)?|a nombre|pongame|ponga|ponlo a nombre de|escriba|anote|es|se llama|for|is|under|con|speaking with|the account is under)[:,]?\s+/iu;
const fillers =
  /^(?:(?:yes|yeah|si|sí|sure|claro|ok|okay|uh|um|eh|well|pues|bueno|mire|hi|hello|hola|buenas|buenos dias|buenas tardes|good morning|mm|gracias|thanks)[,.!]?\s+)+/iu;
const particles: ReadonlySet<string> = new Set(
  "de del la las los y e van von der den da do dos das di du le st san santa mac mc bin al el ter".split(" "),
);
const titles =
  /^(?:mr|mrs|ms|miss|dr|dra|doctor|doctora|sr|sra|srta|senor|senora|senorita|don|dona|licenciad[oa]|lcdo|lcda|ing|ingeniero|prof|profesor|profesora|mister|pastor|reverend|rev)$/;
const suffixes = new Map([
  ["junior", "Jr."],
  ["jr", "Jr."],
  ["senior", "Sr."],
  ["ii", "II"],
  ["iii", "III"],
  ["iv", "IV"],
]);
/** Words that are no names: a text with one of them is not read as a name. */
const noName =
  /^(?:the|same|mismo|misma|other|otra|otro|before|antes|last|time|vez|last|you|usted|your|have|has|tiene|tienen|already|ya|know|sabe|saben|what|que|why|who|quien|no|not|not|dont|yes|none|nobody|nadie|nothing|nada|any|some|system|sistema|account|cuenta|record|file|number|numero|please|por|favor|with|con|sin|without|and|a|an|un|una|in|on|en|at|i|we|he|she|they|my|mi|su|his|her|is|are|am|was|es|son|soy|just|only|solo|later|tomorrow|manana|guess|like|como|want|quiero|call|llame|llamen|here|aqui|there|husband|wife|esposo|esposa|mother|madre|mama|papa|father|hijo|hija|son|daughter|owner|dueno|duena|private|privado|thing|cosa|rather|say|decir|tell|dije|said|told|anonymous|anonimo|house|casa|person|persona|client|cliente|customer|me|to|of|for|so|but|pero|first|name|nombre|surname|apellido|middle|segundo|primero|spelled|spell|letter|letra|double|doble)$/;

const capitalise = (word: string): string =>
  word.replaceAll(/(^|[-'’])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());

/** "Mcdonald" stays; a name that was written in lower case begins with a capital letter. */
const asStored = (words: readonly string[]): string =>
  words
    .map((word, at) => {
      const folded = foldWord(word);
      const suffix = suffixes.get(folded.replace(/\.$/, ""));
      if (suffix !== undefined && at > 0) return suffix;
      if (particles.has(folded) && at > 0 && !/^\p{Lu}/u.test(word)) return word;
      if (/^\p{L}$/u.test(word)) return `${word.toUpperCase()}.`;
      return /^\p{Lu}/u.test(word) && !/^\p{Lu}{3,}$/u.test(word) ? word : capitalise(word.toLowerCase());
    })
    .join(" ");

const spelledRun = /(?:\b\p{L}(?:\s*[-.]\s*|\s+|,\s*)){2,}\p{L}\b/gu;

/** Spelled letters behind a name: the name they spell. */
const applySpelling = (text: string): string | undefined => {
  const spelled = [...text.matchAll(spelledRun)];
  let result = text;
  for (const match of spelled) {
    const letters = match[0].replaceAll(/[^\p{L}]/gu, "");
    const names = text.slice(0, match.index).match(/\p{L}[\p{L}'’]+/gu) ?? [];
    const same = names.find((name) => foldWord(name) === foldWord(letters));
    const joined = names.map(foldWord).join("");
    if (same !== undefined || joined.endsWith(foldWord(letters))) {
      result = result.replace(match[0], " ");
      continue;
    }
    const close = names.findLast(
      (name) =>
        foldWord(name)[0] === foldWord(letters)[0] &&
        Math.abs(name.length - letters.length) <= 2 &&
        letters.length > 2,
    );
    if (close === undefined && names.some((name) => !noName.test(foldWord(name)))) return undefined;
    result = result.replace(match[0], close === undefined ? capitalise(letters.toLowerCase()) : " ");
    if (close !== undefined) result = result.replace(close, capitalise(letters.toLowerCase()));
  }
  return result;
};

/** Without accents, letter by letter, so that positions stay. */
const plainLetters = (text: string): string =>
  Array.from(text, (letter) => (letter.length === 1 ? (letter.normalize("NFD")[0] ?? letter) : letter)).join(
    "",
  );

const withoutLead = (text: string): string => {
  const rest = text.slice(leadIn.exec(plainLetters(text))?.[0].length ?? 0);
  return rest.replace(fillers, "");
};

/** The words of a name, or undefined where other words stand among them. */
const nameWords = (text: string): string[] | undefined => {
  const words = (text.match(/\p{L}[\p{L}\p{M}'’.-]*/gu) ?? []).map((word) => word.replace(/[.'-]+$/, ""));
  const kept = words.filter((word, at) => !(titles.test(foldWord(word)) && at === 0));
  if (kept.length === 0 || kept.length > 7) return undefined;
  if (kept.some((word) => noName.test(foldWord(word)))) return undefined;
  const ends = [kept[0], kept.at(-1)].map((word) => foldWord(word ?? ""));
  if (/^(?:y|e|de|del)$/.test(ends[0] ?? "") || particles.has(ends[1] ?? "")) return undefined;
  return kept;
};

const otherClause =
  /^(?:not |no |sin |without |with |con |para servirle|a la orden|at your service|everybody|everyone|they call|people call|me dicen|todos me|but |pero |as in|like the|como el|like |que |and |y |in |en |on |please|por favor|gracias|thanks|mucho gusto|nice)|\b(?:apellido|surname|last name|first name|maiden|soltera|casada|nickname|apodo|for short|de carino|le digo|se escribe|spelled|all one word|two words|accent|acento)\b/i;

/** A person's name as it would be stored. */
export const readName: ValueReader<string> = (text) => {
  const cleaned = text.normalize("NFC").replaceAll("’", "'").trim();
  if (cleaned === "") return askAgain("missing");
  const folded = cleaned.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("'", "");
  if (isUndecided(folded) || /\?\s*$/.test(cleaned)) return askAgain("unclear");
  // "Everybody calls me Bubba, but the account is under …".
  const afterBut = /^.*\b(?:but|pero)\b(.+)$/is.exec(cleaned)?.[1] ?? cleaned;
  const reordered = readLabelled(afterBut);
  if (reordered !== undefined) return { value: reordered };
  const spelled = applySpelling(afterBut);
  if (spelled === undefined) return askAgain("unclear");
  const aid =
    /\b(?:with|con|sin|without)(?: (?:a|an|una|un|la|2|two|dos|doble|double))? ([a-z]|ene|ele|zeta|ese|hache|jota|ka|ce|be|ve|uve|i griega)s?\b/i.exec(
      spelled,
    );
  if (aid) return askAgain("unclear");
  const parts = spelled
    .split(
      /[,;:!?](?=\s|$)|(?<!(?:^|[\s.])(?:dra?|mrs?|ms|sra?|jr|lcd[oa]|ing|st|\p{L}))\.(?=\s|$)|\s[-–—]\s/iu,
    )
    .map((part) => part.trim())
    .filter((part) => /\p{L}/u.test(part));
  const values: string[] = [];
  let isCorrected = false;
  for (const part of parts) {
    const plain = part.replace(fillers, "").trim();
    if (/^(?:yes|si|sure|claro|ok|okay|hola|hello|hi|gracias|thanks|thank you)$/.test(foldWord(plain)))
      continue;
    if (takesBack(` ${foldWord(plain)}`) && plain.split(" ").length <= 3) {
      values.length = 0;
      isCorrected = true;
      continue;
    }
    const words = withoutLead(plain);
    if (otherClause.test(plain) && !leadIn.test(plain)) continue;
    const names = otherClause.test(words) ? undefined : nameWords(words);
    if (names) values.push(asStored(names));
    else if (values.length === 0 && !isCorrected) {
      if (/\p{L}/u.test(plain) && parts.length === 1) return askAgain("missing");
    }
  }
  const distinct = [...new Set(values)];
  const [first, second] = distinct;
  if (first === undefined) return askAgain("missing");
  if (second === undefined) return { value: first };
  // "Junior" after a comma belongs to the name; another name is a second reading.
  if (distinct.length === 2 && /^(?:Jr|Sr|II|III|Junior|Senior)\.?$/.test(second))
    return { value: `${first} ${suffixes.get(foldWord(second)) ?? second}` };
  if (distinct.length === 2 && first.includes(second)) return { value: first };
  return distinct.length === 2 && second.includes(first) ? { value: second } : askAgain("unclear");
};

/** "Ortega, first name Luis" and "nombre Luis, apellido Ortega". */
const readLabelled = (text: string): string | undefined => {
  const first =
    /\b(?:first name|given name|nombre(?: de pila)?)(?: is| es|:)?,? ([\p{L}'-]+(?: [\p{L}'-]+)?)/iu.exec(
      text,
    );
  const last =
    /\b(?:last name|surname|family name|apellidos?)(?: is| es| son|:)?,? ([\p{L}'-]+(?: [\p{L}'-]+)?)/iu.exec(
      text,
    );
  const alone = /^(?:(?:it is|it's|its|es|yes|sí|si)[, ]+)?([\p{L}'-]+(?: [\p{L}'-]+)?),/iu.exec(text);
  const given = first?.[1] && nameWords(first[1]);
  const family = last?.[1] ? nameWords(last[1]) : first && alone?.[1] ? nameWords(alone[1]) : undefined;
  const onlyGiven = last?.[1] && !first && alone?.[1] ? nameWords(alone[1]) : undefined;
  const givenWords = given || onlyGiven;
  return givenWords && family ? `${asStored(givenWords)} ${asStored(family)}` : undefined;
};

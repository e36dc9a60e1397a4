import { extractWordFeatures } from "./features.ts";
import type { ReadLanguage } from "./labels.ts";
import { groupOf, type ReaderModel, scoreOutput, sigmoid } from "./model.ts";
import { foldWord } from "./tokens.ts";

const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** At home in both languages, or a name of a product. */
const neutral = wordSet(`
  ok okay okey email e-mail mail internet wifi link online chat app video test sms whatsapp stop start no a me web
  google facebook zoom solar hotel hospital total local manual normal general animal personal natural final doctor
  director error color motor actor real plan club bar gas taxi radio piano visa menu set zelle paypal instagram tv
  pm am kw kwh usb gps pdf dvd cd id dr sr jr tesla toyota honda ford medicare medicaid sub zip hmo ppo obamacare
  haha hahaha jaja jajaja lol xd _mail _url _phone ath venmo iphone samsung android uber fax ac router modem faro
  hey oh ah eh uh mm hmm mmm t-mobile at&t netflix excel word`);

/** Certain words that the learned weights may not have seen, or that look like the other language. */
const spanish = wordSet(`
  el los las un una unos unas del al que como cuando donde cuanto cuanta cuantos cual quien porque pero si tambien muy
  mas menos este esta esto ese esa eso estos estas aqui ahi alli hoy manana ayer ahora ahorita luego despues antes
  siempre nunca todavia ya yo tu usted ustedes ella ellos nosotros mi mis su sus nos les le lo la por para pa con sin
  sobre entre hasta desde es son soy eres somos estoy estamos estan fue fueron ser estar hay tengo tiene tienen tenemos
  quiero quiere quieren queremos quisiera puedo puede pueden podemos podria necesito necesita necesitamos hago hace
  hacer hacen voy van vamos viene vienen vino dice dijo dijeron saber sabe gusta gustaria favor gracias hola buenos
  buenas dias tardes noches dia semana mes casa luz placas cita precio seguro carro numero correo mensaje mensajes
  informacion ayuda baja alto llamame llamen llamar envien bien mal buen bueno buena mejor mismo otra otro todo todos
  nada algo alguien cada mucho mucha solo asi entonces pues claro dale vale perdon quitar salir toy q xq pq tb porfa
  vez hora horas lunes martes miercoles jueves viernes sabado domingo de y e o u en se te ni ta to na ke k xfa d
  listo lista firmo pago compre nene nena mano bro' tarde noche ando anda quedo queda`);
const english = wordSet(`
  the an and but or of to in on at for from with without about this that these those what when where which who why
  how i you she he it we they my your our their his her its him them is are was were be been am being do does did done
  have has had will would can could should may might must not dont doesnt didnt cant wont isnt im ive id ill youre
  theyre thats whats there here now then today tomorrow yesterday please thanks thank hello hi good morning afternoon
  evening day week month house home power panels battery appointment price cost quote insurance car call called calling
  texting message messages need want wants wanted know like get got getting give gave send sent sending help unsubscribe
  yes yeah yep nope nah just only more less much many some any all every other another same still yet already again back
  out up down over after before because if so too very really also than as by into u ur pls plz rn ngl thx ty interested
  looking available schedule number phone time times monday tuesday wednesday thursday friday saturday sunday sure great
  perfect nice cool sorry wrong person texts text fine works work bill down payment`);

/** Of these a phrase is made, so two such words in a row are more than a borrowed term. */
const frameWords = wordSet(`
  the an and but or of to in on at for with this that what when how i you it we they my your is are was do does did have
  has will can not dont im ill thats please me us him them be
  el los las un una del al que como cuando por para con sin es son esta estoy mi su nos les le lo la se te de en y yo tu
  muy ya si pero hay tengo quiero puede`);

/** "Llámeme", "guárdamelo": a clause in one word. */
const verbWithPronoun = /^[a-z]{3,}(?:[ae]me|[ae]n?melo|[ae]melo|[ae]nme|[aei]rme|[aei]rlo|[ae]nos)$/;

const wordPattern = /[\p{L}\d][\p{L}\p{M}\d'’´_-]*/gu;

const startsSentence = (text: string, at: number): boolean => {
  let before = at - 1;
  while (before >= 0 && text[before] === " ") before--;
  return before < 0 || '.!?¿¡:\n"('.includes(text[before] as string);
};

/** Plain words that tell a language: no names inside sentences, numbers, addresses or links. */
export const wordsForLanguage = (text: string): string[] => {
  const words: string[] = [];
  const plain = text.replace(/https?:\S+|www\.\S+|\S+@\S+/g, " ");
  const isShouting = plain === plain.toUpperCase();
  for (const match of plain.matchAll(wordPattern)) {
    const raw = match[0];
    if (/\d/.test(raw) || !/\p{L}/u.test(raw)) continue;
    const word = foldWord(raw);
    if (neutral.has(word)) continue;
    const known = spanish.has(word) || english.has(word);
    // A capital inside a sentence marks a name.
    if (!known && !isShouting && /^\p{Lu}/u.test(raw) && !startsSentence(plain, match.index)) continue;
    words.push(word);
  }
  // A single letter is a choice or a keyword.
  return words.length === 1 && words[0]?.length === 1 ? [] : words;
};

const certain = 0.8;
const maxPreviousLength = 600;

type Run = { language: "en" | "es"; words: string[] };

/** Between 0 (English) and 1 (Spanish). */
type SpanishShare = (word: string) => number;

const toRuns = (spanishShare: SpanishShare, words: readonly string[]): Run[] => {
  const runs: Run[] = [];
  for (const word of words) {
    const share = spanishShare(word);
    if (share > 1 - certain && share < certain) continue;
    const language = share >= certain ? "es" : "en";
    const last = runs.at(-1);
    if (last?.language === language) last.words.push(word);
    else runs.push({ language, words: [word] });
  }
  return runs;
};

/** A phrase of the other language, or two different terms of it, make a text mixed; one borrowed term does not. */
const isMixed = (runs: readonly Run[], frame: "en" | "es", wordCount: number): boolean => {
  const others = runs.filter(({ language }) => language !== frame);
  if (others.length === 0) return false;
  if (wordCount <= 4) return true;
  if (new Set(others.map(({ words }) => words.join(" "))).size >= 2) return true;
  const [only] = others;
  if (!only) return false;
  // English borrows no Spanish terms of two words; Spanish borrows English ones, such as "down payment".
  if (only.language === "es")
    return only.words.length >= 2 || only.words.some((word) => verbWithPronoun.test(word));
  return (
    only.words.length >= 3 || (only.words.length === 2 && only.words.some((word) => frameWords.has(word)))
  );
};

const frameOf = (runs: readonly Run[]): "en" | "es" | undefined => {
  let balance = 0;
  for (const { language, words } of runs) balance += language === "es" ? words.length : -words.length;
  if (balance !== 0) return balance > 0 ? "es" : "en";
  return runs[0]?.language;
};

const maxRemembered = 5000;

/** Tells the language of a word by the lists, and else by weights of its letters, remembered once computed. */
const createSpanishShare = (model: ReaderModel): SpanishShare => {
  const remembered = new Map<string, number>();
  const { first } = groupOf("wordLanguage");
  return (word) => {
    const isSpanish = spanish.has(word);
    if (isSpanish !== english.has(word)) return isSpanish ? 1 : 0;
    const known = remembered.get(word);
    if (known !== undefined) return known;
    if (remembered.size >= maxRemembered) remembered.clear();
    const share = sigmoid(scoreOutput(model, extractWordFeatures(word), first));
    remembered.set(word, share);
    return share;
  };
};

/** The language of a text by the rules for counting words; of the previous message when it has none of its own. */
export const createLanguageReader = (model: ReaderModel) => {
  const spanishShare = createSpanishShare(model);
  return (
    text: string,
    previous: string | null | undefined,
  ): { language: ReadLanguage; confidence: number } => {
    const words = wordsForLanguage(text);
    const runs = toRuns(spanishShare, words);
    const frame = frameOf(runs);
    if (!frame) {
      const before = previous
        ? frameOf(toRuns(spanishShare, wordsForLanguage(previous.slice(0, maxPreviousLength))))
        : undefined;
      return { language: before ?? "en", confidence: before ? 0.8 : 0.5 };
    }
    const counted = runs.reduce((sum, run) => sum + run.words.length, 0);
    const isBoth = isMixed(runs, frame, words.length);
    const confidence = Math.min(0.99, (isBoth ? 0.7 : 0.8) + 0.03 * counted);
    return { language: isBoth ? "mixed" : frame, confidence };
  };
};

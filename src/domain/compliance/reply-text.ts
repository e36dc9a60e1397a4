const maxLength = 2000;

/** Letters of other alphabets that look like Latin ones. */
const lookalikes: Record<string, string> = {};
const addLookalikes = (foreign: string, latin: string): void => {
  [...foreign].forEach((letter, index) => {
    lookalikes[letter] = latin[index] ?? "";
  });
};
addLookalikes("авеѕіјкмнорстухԁԛԝьӏғё", "abesijkmhopctyxdqwblfe");
addLookalikes("αβεηικορτυχνσςγ", "abenikoptuxvssy");
addLookalikes("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢıłøđ", "abcdefghijklmnoprstuvwyzilod");

/** The first code points of circled and squared letters and of regional indicators. */
const letterRows = [0x1f150, 0x1f170, 0x1f1e6];
const unboxed = (letter: string): string => {
  const point = letter.codePointAt(0) ?? 0;
  const row = letterRows.find((start) => point >= start && point < start + 26);
  return row === undefined ? letter : String.fromCharCode(97 + point - row);
};

const digitLetters: Record<string, string> = {
  0: "o",
  1: "i",
  3: "e",
  4: "a",
  5: "s",
  7: "t",
  $: "s",
  "@": "a",
};

/** Replaces digits that stand for letters in words with letters, as in "st0p". */
const replaceDigits = (word: string): string =>
  /[a-z]/.test(word) && !/^\d{1,2}[ap]m$/.test(word)
    ? word.replace(/[013457$@]/g, (sign) => digitLetters[sign] ?? sign)
    : word;

const abbreviations = new Map(
  `txt text,txts texts,txting texting,msg message,msgs messages,msj mensaje,msjs mensajes,num number,u you,ur your,
  yall you,w with,wanna want to,dnt dont,q que,k que,xq porque,tel telefono,wasap whatsapp,wsp whatsapp,wpp whatsapp,guasap whatsapp,whats whatsapp,cel celular,m me,d de`
    .split(",")
    .map((pair): [string, string] => {
      const [short = "", ...long] = pair.trim().split(" ");
      return [short, long.join(" ")];
    }),
);

const courtesies = new Set(
  `please pls plz plss thanks thank thx ty ok okay okey hey hi hello hola oye oiga mira bro bruh dude man mano fam nena nene
  sir maam amigo amiga gente guys now already ya just kindly right immediately asap inmediatamente ahora
  gracias porfa porfavor xfa plis favor saludos buenas bendiciones ahorita`.split(/\s+/),
);

/** "No thanks remove me": what follows is said anew. */
const clauseEnds = new Set("please pls plz plss thanks thx ty gracias porfa porfavor xfa plis".split(" "));

export const endsClause = (word: string): boolean => clauseEnds.has(word);

export const isCourtesy = (word: string): boolean => courtesies.has(word);

/** "stoppp" becomes "stop". */
export const collapseRepeats = (word: string): string => word.replace(/(.)\1+/g, "$1");

const plainLetters = (text: string): string =>
  [...text.slice(0, maxLength).normalize("NFKC")]
    .map(unboxed)
    .join("")
    // Before accents are removed: "cancelé" (I cancelled) is not "cancele" (cancel!).
    .replace(/\b(cancel)é(?=$|[^\p{L}])/giu, "$1ado")
    .normalize("NFD")
    .replace(/[\p{M}\p{Cf}\uFFFC]/gu, "")
    .toLowerCase()
    .replace(/[^\0-\x7f]/gu, (letter) => lookalikes[letter] ?? letter);

/** Joins three or more single letters in a row, as in "s t o p". */
const joinLetters = (words: string[]): string[] => {
  const joined: string[] = [];
  let run: string[] = [];
  const flush = (): void => {
    joined.push(...(run.length >= 3 ? [run.join("")] : run));
    run = [];
  };
  for (const word of words) {
    if (/^[a-z]$/.test(word)) run.push(word);
    else {
      flush();
      joined.push(word);
    }
  }
  flush();
  return joined;
};

/** The plain words of a reply, with a bar between clauses. */
export const replyWords = (text: string): string[] => {
  const plain = plainLetters(text)
    // Quoted lines, and our own instructions in them.
    .replace(/^\s*>.*$/gm, "")
    .replace(/['’`´]/g, "")
    .replace(/\+?1?[ .-]?\(?\b\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}\b|\b\d{3}-\d{4}\b/g, " this number ")
    .replace(/ [-\u2013\u2014]+ /g, " | ")
    .replace(/!+1+/g, "!")
    // "Do. Not. Call."
    .replace(/\b(do|please|no)\. (?=not|me|call|text|more)/g, "$1 ")
    .replace(/\b(not|never)\. (?=call|text|contact|message|email)/g, "$1 ")
    .replace(/\b(this|my|that|the) #/g, "$1 number")
    .replace(/[.!?¡¿;:,\n\r]+(?=\s|$)|[\n\r¡¿]/g, " | ")
    .replace(/\bpor favor\b/g, " porfavor ")
    .replace(/\bx (?:favor|fa)\b/g, " porfavor ")
    .replace(/\bthank you\b/g, " thanks ")
    // "Text is ok": here it is no courtesy.
    .replace(/\b(is|are|esta|estan|son) ok(?:ay)?\b/g, "$1 fine")
    // Not the English "dude", which is dropped as an address.
    .replace(/\bdude en\b/g, "dudes en")
    .replace(/[^a-z0-9|$@]+/g, " ");
  const words = plain
    .split(" ")
    .map((word) => (word === "|" ? word : replaceDigits(word).replace(/[^a-z0-9]/g, "")))
    .filter(Boolean)
    .map((word) => word.replace(/(.)\1{2,}/g, "$1"));
  return joinLetters(words).flatMap((word) => (abbreviations.get(word) ?? word).split(" "));
};

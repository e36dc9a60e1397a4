/** A reply brought down to plain words, whatever letters, signs and spaces it was dressed in. */
const longest = 2000;

/** Letters of other alphabets that look like ours. */
const lookalikes: Record<string, string> = {};
const look = (foreign: string, latin: string): void => {
  [...foreign].forEach((letter, index) => {
    lookalikes[letter] = latin[index] ?? "";
  });
};
look("авеѕіјкмнорстухԁԛԝьӏғё", "abesijkmhopctyxdqwblfe");
look("αβεηικορτυχνσςγ", "abenikoptuxvssy");
look("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢıłøđ", "abcdefghijklmnoprstuvwyzilod");

/** White letters in black discs and boxes, and the letters that make up flags. */
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

/** Digits that stand for letters, in a word that has letters too ("st0p", but not "5pm" that means nothing). */
const spelled = (word: string): string =>
  /[a-z]/.test(word) ? word.replace(/[013457$@]/g, (sign) => digitLetters[sign] ?? sign) : word;

/** How people shorten words on a telephone. */
const shortened = new Map(
  `txt text,txts texts,txting texting,msg message,msgs messages,msj mensaje,msjs mensajes,num number,u you,ur your,
  yall you,w with,wanna want to,dnt dont,q que,k que,xq porque,tel telefono,cel celular`
    .split(",")
    .map((pair): [string, string] => {
      const [short = "", ...long] = pair.trim().split(" ");
      return [short, long.join(" ")];
    }),
);

/** Said out of courtesy, around what was meant. */
const courtesies = new Set(
  `please pls plz plss thanks thank thx ty ok okay okey hey hi hello hola oye oiga mira bro bruh dude man mano fam nena nene
  sir maam amigo amiga gente guys now already ya just kindly right immediately asap inmediatamente ahora
  gracias porfa porfavor xfa plis favor saludos buenas bendiciones ahorita`.split(/\s+/),
);

export const isCourtesy = (word: string): boolean => courtesies.has(word);

/** "stoppp" and "stop" are one word. */
export const collapseRepeats = (word: string): string => word.replace(/(.)\1+/g, "$1");

const plainLetters = (text: string): string =>
  [...text.slice(0, longest).normalize("NFKC")]
    .map(unboxed)
    .join("")
    // Past tense, before the accent goes: "cancelé" (I cancelled) is no "cancele".
    .replace(/\b(cancel)é(?=$|[^\p{L}])/giu, "$1ado")
    .normalize("NFD")
    .replace(/[\p{M}\p{Cf}\uFFFC]/gu, "")
    .toLowerCase()
    .replace(/[^\0-\x7f]/gu, (letter) => lookalikes[letter] ?? letter);

/** Three or more single letters in a row are one word spelled out. */
const unspaced = (words: string[]): string[] => {
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

/** Words in order, with a bar where one clause ends and another begins. */
export const replyWords = (text: string): string[] => {
  const plain = plainLetters(text)
    .replace(/['’`´]/g, "")
    .replace(/[.!?¡¿;:,\n\r]+(?=\s|$)|[\n\r¡¿]/g, " | ")
    .replace(/\bpor favor\b/g, " porfavor ")
    .replace(/\bthank you\b/g, " thanks ")
    .replace(/[^a-z0-9|$@]+/g, " ");
  const words = plain
    .split(" ")
    .map((word) => (word === "|" ? word : spelled(word).replace(/[^a-z0-9]/g, "")))
    .filter(Boolean)
    .map((word) => word.replace(/(.)\1{2,}/g, "$1"));
  return unspaced(words).flatMap((word) => (shortened.get(word) ?? word).split(" "));
};

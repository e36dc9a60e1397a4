/** GSM 03.38, its basic table and the characters behind its escape, which take two places. */
const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const extension = "\f^{}\\[~]|€";

const sizes = new Map<string, number>([
  ...[...basic].map((character): [string, number] => [character, 1]),
  ...[...extension].map((character): [string, number] => [character, 2]),
]);

/** How much a message holds alone, and how much each part of a longer one holds beside its part number. */
const room = {
  gsm7: { alone: 160, part: 153 },
  ucs2: { alone: 70, part: 67 },
} as const;

export type Segments = {
  encoding: keyof typeof room;
  /** Septets, or units of 16 bits. */
  units: number;
  /** Parts that are sent, each of which is paid for: what a price is multiplied by. */
  segments: number;
  /** Units that would still fit into the last part. */
  left: number;
  /** Characters that are the reason for the dearer encoding, each once. */
  outside: string[];
};

/** How a text travels as SMS. A character of two units is never split over two parts. */
export const countSegments = (text: string): Segments => {
  const characters = [...text];
  const outside = [...new Set(characters.filter((character) => !sizes.has(character)))];
  const encoding = outside.length === 0 ? "gsm7" : "ucs2";
  const sizeOf = (character: string) =>
    encoding === "gsm7" ? (sizes.get(character) ?? 1) : character.length;
  const units = characters.reduce((sum, character) => sum + sizeOf(character), 0);
  const { alone, part } = room[encoding];
  if (units <= alone) return { encoding, units, segments: units === 0 ? 0 : 1, left: alone - units, outside };
  let segments = 1;
  let used = 0;
  for (const character of characters) {
    const size = sizeOf(character);
    if (used + size > part) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return { encoding, units, segments, left: part - used, outside };
};

const plainer: Record<string, string> = {
  á: "a",
  í: "i",
  ó: "o",
  ú: "u",
  Á: "A",
  Í: "I",
  Ó: "O",
  Ú: "U",
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "«": '"',
  "»": '"',
  "–": "-",
  "—": "-",
  "…": "...",
  "•": "-",
  "\u00a0": " ",
  "\u202f": " ",
  "\u200b": "",
  "\ufeff": "",
};

/**
 * The same words in the cheap encoding where only accents and typographer's marks stand in its way (é, ñ, ¿ and ¡ are
 * in it already); unchanged where something else would keep it dear anyway.
 */
export const toCheapEncoding = (text: string): string => {
  const plain = [...text.normalize("NFC")].map((character) => plainer[character] ?? character).join("");
  return countSegments(plain).encoding === "gsm7" ? plain : text;
};

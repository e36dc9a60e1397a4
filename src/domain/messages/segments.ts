/** GSM 03.38: the basic table, and the extension characters, which take two septets. */
const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const extension = "\f^{}\\[~]|€";

const sizes = new Map<string, number>([
  ...[...basic].map((character): [string, number] => [character, 1]),
  ...[...extension].map((character): [string, number] => [character, 2]),
]);

/** The units in a single message, and in each part of a longer one. */
const capacity = {
  gsm7: { single: 160, part: 153 },
  ucs2: { single: 70, part: 67 },
} as const;

export type Segments = {
  encoding: keyof typeof capacity;
  /** Septets, or units of 16 bits. */
  units: number;
  /** The number of parts, each of which is charged. */
  segments: number;
  /** Units that still fit into the last part. */
  left: number;
  /** The characters that need UCS-2, each once. */
  outside: string[];
};

/** A character of two units is never split over two parts. */
export const countSegments = (text: string): Segments => {
  const characters = [...text];
  const outside = [...new Set(characters.filter((character) => !sizes.has(character)))];
  const encoding = outside.length === 0 ? "gsm7" : "ucs2";
  const sizeOf = (character: string) =>
    encoding === "gsm7" ? (sizes.get(character) ?? 1) : character.length;
  const units = characters.reduce((sum, character) => sum + sizeOf(character), 0);
  const { single, part } = capacity[encoding];
  if (units <= single)
    return { encoding, units, segments: units === 0 ? 0 : 1, left: single - units, outside };
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

const replacements: Record<string, string> = {
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
 * Replaces accents and typographic marks if the text then fits GSM-7, which has é, ñ, ¿ and ¡; otherwise the text is
 * unchanged.
 */
export const toCheapEncoding = (text: string): string => {
  const plain = [...text.normalize("NFC")].map((character) => replacements[character] ?? character).join("");
  return countSegments(plain).encoding === "gsm7" ? plain : text;
};

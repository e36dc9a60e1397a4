/** MD5 (RFC 1321), because PostgreSQL has it without an extension. It spreads people evenly; it protects nothing. */
const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const constants = Array.from({ length: 64 }, (_, index) =>
  Math.floor(Math.abs(Math.sin(index + 1)) * 2 ** 32),
);

const rotate = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

/** UTF-8, by hand, because the domain has neither Buffer nor TextEncoder. */
const toBytes = (text: string): number[] =>
  [...text].flatMap((letter) => {
    const point = letter.codePointAt(0) ?? 0;
    const tail = (bits: number): number => 0x80 | ((point >> bits) & 0x3f);
    if (point < 0x80) return [point];
    if (point < 0x800) return [0xc0 | (point >> 6), tail(0)];
    if (point < 0x10000) return [0xe0 | (point >> 12), tail(6), tail(0)];
    return [0xf0 | (point >> 18), tail(12), tail(6), tail(0)];
  });

/** The text with its padding and length, as words of 32 bits in little endian. */
const toWords = (text: string): number[] => {
  const bytes = toBytes(text);
  const words = Array.from({ length: (((bytes.length + 8) >> 6) + 1) * 16 }, () => 0);
  const put = (byte: number, index: number): void => {
    words[index >> 2] = (words[index >> 2] ?? 0) | (byte << ((index % 4) * 8));
  };
  bytes.forEach(put);
  put(0x80, bytes.length);
  words[words.length - 2] = bytes.length * 8;
  return words;
};

type State = readonly [number, number, number, number];

const mixers: readonly ((b: number, c: number, d: number) => number)[] = [
  (b, c, d) => (b & c) | (~b & d),
  (b, c, d) => (d & b) | (~d & c),
  (b, c, d) => b ^ c ^ d,
  (b, c, d) => c ^ (b | ~d),
];
const positions: readonly ((step: number) => number)[] = [
  (step) => step,
  (step) => (5 * step + 1) % 16,
  (step) => (3 * step + 5) % 16,
  (step) => (7 * step) % 16,
];

const mixBlock = (state: State, block: readonly number[]): State => {
  let [a, b, c, d] = state;
  for (let step = 0; step < 64; step++) {
    const round = step >> 4;
    const mixed = mixers[round]?.(b, c, d) ?? 0;
    const word = block[positions[round]?.(step) ?? 0] ?? 0;
    const sum = (a + mixed + word + (constants[step] ?? 0)) | 0;
    [a, d, c, b] = [d, c, b, (b + rotate(sum, shifts[round * 4 + (step % 4)] ?? 0)) | 0];
  }
  return [(state[0] + a) | 0, (state[1] + b) | 0, (state[2] + c) | 0, (state[3] + d) | 0];
};

const swapBytes = (word: number): number =>
  (((word & 0xff) << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24)) >>> 0;

/** The first 32 bits of the hash, as the first eight hexadecimal digits give them. */
export const md5Start = (text: string): number => {
  const words = toWords(text);
  let state: State = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476];
  for (let at = 0; at < words.length; at += 16) state = mixBlock(state, words.slice(at, at + 16));
  return swapBytes(state[0]);
};

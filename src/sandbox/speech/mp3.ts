/** Packs numbers of the given widths, most significant bit first. */
const packBits = (fields: readonly (readonly [value: number, bits: number])[], bytes: number): Buffer => {
  const packed = Buffer.alloc(bytes);
  let at = 0;
  for (const [value, bits] of fields) {
    for (let bit = bits - 1; bit >= 0; bit--, at++)
      if ((value >> bit) & 1) packed[at >> 3] = (packed[at >> 3] ?? 0) | (0x80 >> (at & 7));
  }
  return packed;
};

type Field = readonly [value: number, bits: number];
/** The one spectral line of half a frame. Its frequency is (line + ½) × 38.3 Hz. */
type Granule = { line: number; negative: boolean; gain: number };

const sampleRate = 44_100;
const bitrate = 128_000;
const samplesPerFrame = 1152;

/** Huffman table 1 of the standard: pairs of zeros are "1", the pairs (1,0) and (0,1) are "01" and "001". */
const encodeLine = ({ line, negative }: Granule): Field[] => [
  ...Array.from({ length: line >> 1 }, (): Field => [1, 1]),
  line % 2 === 0 ? [0b01, 2] : [0b001, 3],
  [negative ? 1 : 0, 1],
];

const countBits = (fields: readonly Field[]): number => fields.reduce((sum, [, bits]) => sum + bits, 0);

const sideInfo = (granule: Granule): Field[] => [
  [countBits(encodeLine(granule)), 12],
  [(granule.line >> 1) + 1, 9], // coded pairs; the rest of the spectrum is zero
  [granule.gain, 8],
  [0, 4], // no scale factors
  [0, 1], // long window
  [1, 5], // table 1 in all three regions
  [1, 5],
  [1, 5],
  [7, 4],
  [7, 3],
  [0, 3],
];

/** A frame of MPEG-1 Layer III, mono: header, side information (main data starts here), two granules. */
const frame = (padded: boolean, first: Granule, second: Granule): Buffer =>
  packBits(
    [
      [0xfffb, 16],
      [0x9, 4], // 128 kbit/s
      [0x0, 2], // 44.1 kHz
      [padded ? 1 : 0, 1],
      [0, 1],
      [0xc4, 8], // mono, original
      [0, 18],
      ...sideInfo(first),
      ...sideInfo(second),
      ...encodeLine(first),
      ...encodeLine(second),
    ],
    Math.floor((samplesPerFrame / 8) * (bitrate / sampleRate)) + (padded ? 1 : 0),
  );

/** The sign pattern that keeps the phase continuous: a quarter turn per granule. */
const isNegative = (line: number, granule: number): boolean =>
  (line % 2 === 0 ? [false, true, true, false] : [false, false, true, true])[granule % 4] === true;

/** What is heard during half a frame: a spectral line, and how loud it is (204 is full, each step less 1.5 dB). */
export type AudioTone = { line: number; gain: number };
/** Of half a frame. */
export const granuleMs = (samplesPerFrame / 2 / sampleRate) * 1000;

/** A valid MP3 of pure tones, one for each half of a frame. */
export const encodeTones = (granules: number, toneAt: (granule: number) => AudioTone): Buffer => {
  const toGranule = (index: number): Granule => {
    const { line, gain } = toneAt(index);
    return { line, negative: isNegative(line, index), gain };
  };
  let remainder = 0;
  return Buffer.concat(
    Array.from({ length: Math.ceil(granules / 2) }, (_, index) => {
      remainder += ((samplesPerFrame / 8) * bitrate) % sampleRate;
      const padded = remainder >= sampleRate;
      if (padded) remainder -= sampleRate;
      return frame(padded, toGranule(index * 2), toGranule(index * 2 + 1));
    }),
  );
};

/** Two notes, about a second long, which no listener mistakes for speech. */
export const chime = (): Buffer =>
  encodeTones(80, (granule) => {
    const isSecond = granule >= 26;
    return { line: isSecond ? 17 : 13, gain: 204 - Math.floor((isSecond ? granule - 26 : granule) / 3) };
  });

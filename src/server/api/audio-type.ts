/** How a kind of sound file begins: bytes at an offset. */
const kinds = [
  { type: "audio/wav", at: 8, begins: "WAVE" },
  { type: "audio/ogg", at: 0, begins: "OggS" },
  { type: "audio/webm", at: 0, begins: "\x1a\x45\xdf\xa3" },
  { type: "audio/mp4", at: 4, begins: "ftyp" },
  { type: "audio/flac", at: 0, begins: "fLaC" },
  { type: "audio/mpeg", at: 0, begins: "ID3" },
] as const;

/** Told by the bytes themselves: a recording comes from outside, and what is not sound is not served. */
export const audioTypeOf = (file: Buffer): string | undefined => {
  const kind = kinds.find(({ at, begins }) => file.toString("latin1", at, at + begins.length) === begins);
  if (kind) return kind.type;
  // MPEG audio without a tag begins with eleven set bits.
  return file[0] === 0xff && ((file[1] ?? 0) & 0xe0) === 0xe0 ? "audio/mpeg" : undefined;
};

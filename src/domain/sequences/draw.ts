/** A number from 0 to 99 that is always the same for the same texts, and spread evenly over different ones. */
export const drawPercent = (...texts: readonly string[]): number => {
  let hash = 0x811c9dc5;
  for (const character of texts.join(":")) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  hash ^= hash >>> 16;
  return (hash >>> 0) % 100;
};

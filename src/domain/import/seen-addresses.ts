/** 52 bits of a text: two hashes of 26 bits, so that two addresses of a million share one about never. */
const hashText = (text: string): number => {
  let a = 0x811c9dc5;
  let b = 0x1505;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 0x01000193);
    b = (Math.imul(b, 33) + code) | 0;
  }
  // Zero marks a free slot.
  return (a >>> 6) * 2 ** 26 + ((b ^ (b >>> 15)) >>> 6) || 1;
};

/** The first line of each address of a file: 24 bytes an address, where a Map of texts would need 150. */
export const createSeenAddresses = () => {
  let capacity = 1 << 16;
  let keys = new Float64Array(capacity);
  let lines = new Int32Array(capacity);
  let size = 0;
  const slotOf = (table: Float64Array, key: number): number => {
    // Mixed, because the hashes of addresses that differ in a digit are close to each other.
    const high = Math.imul(Math.floor(key / 2 ** 26) ^ 0x9e3779b9, 0x85ebca6b);
    const mixed = Math.imul((high >>> 13) ^ high ^ (key % 2 ** 26), 0xc2b2ae35);
    let slot = ((mixed >>> 16) ^ mixed) & (table.length - 1);
    while (table[slot] !== 0 && table[slot] !== key) slot = (slot + 1) & (table.length - 1);
    return slot;
  };
  const grow = (): void => {
    const oldKeys = keys;
    const oldLines = lines;
    capacity *= 2;
    keys = new Float64Array(capacity);
    lines = new Int32Array(capacity);
    oldKeys.forEach((key, index) => {
      if (key === 0) return;
      const slot = slotOf(keys, key);
      keys[slot] = key;
      lines[slot] = oldLines[index] ?? 0;
    });
  };
  return {
    find: (address: string): number | undefined => {
      const slot = slotOf(keys, hashText(address));
      return keys[slot] === 0 ? undefined : lines[slot];
    },
    add: (address: string, line: number): void => {
      if (size * 2 >= capacity) grow();
      const key = hashText(address);
      const slot = slotOf(keys, key);
      if (keys[slot] !== 0) return;
      keys[slot] = key;
      lines[slot] = line;
      size += 1;
    },
  };
};

/** Types as the server numbers them. */
const oid = { text: 25, uuid: 2950, jsonb: 3802 };

const headBytes = 20;

/**
 * An array as the server sends them itself: nothing in it has to be escaped here and looked for there. `sizes` and
 * `write` are of its items, null where there is none.
 */
const arrayOf = (
  type: number,
  sizes: (number | null)[],
  write: (into: Buffer, from: number, item: number) => void,
): Buffer => {
  const bytes = sizes.reduce<number>((sum, size) => sum + 4 + (size ?? 0), headBytes);
  const array = Buffer.allocUnsafe(bytes);
  array.writeInt32BE(1, 0);
  array.writeInt32BE(sizes.includes(null) ? 1 : 0, 4);
  array.writeInt32BE(type, 8);
  array.writeInt32BE(sizes.length, 12);
  array.writeInt32BE(1, 16);
  let at = headBytes;
  sizes.forEach((size, item) => {
    array.writeInt32BE(size ?? -1, at);
    if (size !== null) write(array, at + 4, item);
    at += 4 + (size ?? 0);
  });
  return array;
};

const sizeOf = (text: string | null): number | null => (text === null ? null : Buffer.byteLength(text));

export const textArray = (texts: (string | null)[]): Buffer =>
  arrayOf(oid.text, texts.map(sizeOf), (into, from, item) => void into.write(texts[item] ?? "", from));

const uuidBytes = 16;

export const uuidArray = (ids: (string | null)[]): Buffer =>
  arrayOf(
    oid.uuid,
    ids.map((id) => (id === null ? null : uuidBytes)),
    (into, from, item) => {
      const written = into.write((ids[item] ?? "").replaceAll("-", ""), from, "hex");
      if (written !== uuidBytes) throw new Error("not a uuid");
    },
  );

/** Of JSON texts; each is told its version first. */
export const jsonbArray = (texts: (string | null)[]): Buffer =>
  arrayOf(
    oid.jsonb,
    texts.map((text) => (text === null ? null : Buffer.byteLength(text) + 1)),
    (into, from, item) => {
      into[from] = 1;
      into.write(texts[item] ?? "", from + 1);
    },
  );

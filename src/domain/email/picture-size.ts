/** The picture types that all mail programs show. */
export const emailPictureTypes = ["image/jpeg", "image/png", "image/gif"] as const;

/** Twice the width of the layout, for screens with two pixels a point. */
export const maxPictureWidth = 1200;
export const maxPictureHeight = 2400;
export const maxPictureBytes = 1_048_576;

export type PictureSize = { width: number; height: number };

const pngSize = (view: DataView): PictureSize | null =>
  view.byteLength < 24 ? null : { width: view.getUint32(16), height: view.getUint32(20) };

const gifSize = (view: DataView): PictureSize | null =>
  view.byteLength < 10 ? null : { width: view.getUint16(6, true), height: view.getUint16(8, true) };

/** Frame headers carry the size; these markers in their range are tables instead. */
const jpegTables = new Set([0xc4, 0xc8, 0xcc]);

const jpegSize = (view: DataView): PictureSize | null => {
  let at = 2;
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && !jpegTables.has(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    const length = view.getUint16(at + 2);
    if (length < 2) return null;
    at += 2 + length;
  }
  return null;
};

/** The size that a picture's header states; null where it states none, as in a file that is cut off. */
export const readPictureSize = (bytes: Uint8Array, contentType: string): PictureSize | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size =
    contentType === "image/png"
      ? pngSize(view)
      : contentType === "image/gif"
        ? gifSize(view)
        : contentType === "image/jpeg"
          ? jpegSize(view)
          : null;
  return size && size.width > 0 && size.height > 0 ? size : null;
};

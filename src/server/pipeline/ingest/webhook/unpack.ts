import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";

type Unpacker = (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const unpackGzip: Unpacker = promisify(gunzip);
const unpackZlib: Unpacker = promisify(inflate);
const unpackRaw: Unpacker = promisify(inflateRaw);

/** Some senders leave out the two bytes that the standard puts first. */
const hasZlibHeader = (packed: Buffer): boolean =>
  packed.length >= 2 && ((packed[0] ?? 0) & 0x0f) === 8 && packed.readUInt16BE(0) % 31 === 0;

const unpackers: Record<string, Unpacker> = {
  gzip: unpackGzip,
  "x-gzip": unpackGzip,
  deflate: (packed, options) => (hasZlibHeader(packed) ? unpackZlib : unpackRaw)(packed, options),
  br: promisify(brotliDecompress),
};

/** Honest text shrinks to a tenth or so; what grows a hundredfold is meant to hurt, unless it is small anyway. */
const maxRatio = 100;
const alwaysAllowed = 65_536;

export const unpack = async (
  encoding: string,
  packed: Buffer,
  maxBytes: number,
): Promise<Buffer | "too_large" | "bad_encoding"> => {
  const unpacker = Object.hasOwn(unpackers, encoding) ? unpackers[encoding] : undefined;
  if (!unpacker) return "bad_encoding";
  if (packed.length === 0) return packed;
  const maxOutputLength = Math.min(maxBytes, Math.max(alwaysAllowed, packed.length * maxRatio));
  try {
    return await unpacker(packed, { maxOutputLength });
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    return isTooLarge ? "too_large" : "bad_encoding";
  }
};

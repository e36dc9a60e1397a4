import { pipeline, Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";
import { directoryRecord, endRecord, localRecord, uint32, type ZipFields } from "./zip.ts";

export type ZipPart = { name: string; content: AsyncIterable<string> };

/** Sizes and checksum follow the content, because they are not known before it. */
const descriptorFlag = 0x0008;
const descriptorSignature = 0x08074b50;

/** A ZIP archive of parts that are made while it is sent; it never holds a whole part. */
export async function* streamZip(parts: AsyncIterable<ZipPart>, at: Date): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, content } of parts) {
    const unknown: ZipFields = { name, crc: 0, packedSize: 0, size: 0, at, flags: descriptorFlag };
    const local = localRecord(unknown);
    yield local;
    const sums = { crc: 0, size: 0, packedSize: 0 };
    async function* measured(): AsyncGenerator<Buffer> {
      for await (const text of content) {
        const bytes = Buffer.from(text);
        sums.crc = crc32(bytes, sums.crc);
        sums.size += bytes.length;
        yield bytes;
      }
    }
    const deflate = createDeflateRaw();
    // An error of either stream ends both; the loop below throws it.
    pipeline(Readable.from(measured()), deflate, () => {});
    for await (const packed of deflate as AsyncIterable<Buffer>) {
      sums.packedSize += packed.length;
      yield packed;
    }
    yield Buffer.concat([
      uint32(descriptorSignature),
      uint32(sums.crc),
      uint32(sums.packedSize),
      uint32(sums.size),
    ]);
    directory.push(directoryRecord({ ...unknown, ...sums }, offset));
    offset += local.length + sums.packedSize + 16;
  }
  const central = Buffer.concat(directory);
  yield Buffer.concat([central, endRecord(directory.length, central.length, offset)]);
}

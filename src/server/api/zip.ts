import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

export type ZipEntry = { name: string; content: Buffer };
export type ZipPart = { name: string; content: AsyncIterable<string> };

export const createZip = async (entries: readonly ZipEntry[], at: Date): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const { name, content } of entries) zip.addBuffer(content, name, { mtime: at });
  zip.end();
  return buffer(zip.outputStream);
};

/** A ZIP archive of parts that are made while it is sent; it never holds a whole part. */
export const streamZip = (parts: AsyncIterable<ZipPart>, at: Date): Readable => {
  const zip = new ZipFile();
  const output = new PassThrough();
  const stopped = new AbortController();
  const addParts = async (): Promise<void> => {
    for await (const { name, content } of parts) {
      const source = Readable.from(content, { signal: stopped.signal });
      zip.addReadStream(source, name, { mtime: at });
      await finished(source);
    }
    zip.end();
  };
  zip.on("error", (error) => output.destroy(error));
  zip.outputStream.pipe(output);
  // A receiver that stops reading ends the parts as well.
  output.once("close", () => stopped.abort());
  addParts().catch((error) => output.destroy(error));
  return output;
};

import { text } from "node:stream/consumers";
import { fromBufferPromise } from "yauzl";

/** The texts of the files of an archive, read by its central directory, as unpackers do. */
export const readZip = async (file: Buffer): Promise<Map<string, string>> => {
  const zip = await fromBufferPromise(file, { lazyEntries: true });
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  return files;
};

import { SaxesParser } from "saxes";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { importLimits } from "#domain/import/import-state.ts";
import { UnreadableFile } from "./file-problem.ts";

export type XmlHandlers = {
  open?: (name: string, attributes: Record<string, string>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
};

/** The parts of a workbook, each read as a stream of XML. */
export type XlsxPackage = {
  has: (path: string) => boolean;
  /** Calls the handlers piece by piece; `onPiece` runs after each and may wait. */
  read: (path: string, handlers: XmlHandlers, onPiece?: () => Promise<void>) => Promise<void>;
  close: () => void;
};

const damaged = (): UnreadableFile => new UnreadableFile({ code: "damaged_xlsx" });

const listEntries = (zip: ZipFile): Promise<Map<string, Entry>> =>
  new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    let unpacked = 0;
    let packed = 0;
    zip.on("entry", (entry: Entry) => {
      unpacked += entry.uncompressedSize;
      packed += entry.compressedSize;
      const isTooDense = unpacked > 10_000_000 && unpacked > packed * importLimits.unpackRatio;
      if (entries.size >= importLimits.zipEntries || unpacked > importLimits.unpackedBytes || isTooDense)
        return reject(new UnreadableFile({ code: "zip_bomb" }));
      if (entry.isEncrypted()) return reject(new UnreadableFile({ code: "encrypted_xlsx" }));
      entries.set(entry.fileName.replace(/^\//, ""), entry);
      zip.readEntry();
    });
    zip.once("end", () => resolve(entries));
    zip.once("error", () => reject(damaged()));
    zip.readEntry();
  });

const openEntry = (zip: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> =>
  new Promise((resolve, reject) => {
    // The stream fails when a part is larger than its entry says.
    zip.openReadStream(entry, (error, stream) => (error ? reject(damaged()) : resolve(stream)));
  });

/** XML without entities of its own: the parser knows only the five of XML. */
const createXmlParser = ({ open, close, text }: XmlHandlers): SaxesParser => {
  const parser = new SaxesParser({ position: false });
  // Prefixes differ between writers: `x:row` and `row` are one.
  const plain = (name: string): string => name.slice(name.indexOf(":") + 1);
  parser.on("error", () => {
    throw damaged();
  });
  if (open)
    parser.on("opentag", ({ name, attributes }) => open(plain(name), attributes as Record<string, string>));
  if (close) parser.on("closetag", ({ name }) => close(plain(name)));
  if (text) parser.on("text", text);
  return parser;
};

export const openXlsx = async (file: Buffer): Promise<XlsxPackage> => {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    yauzl.fromBuffer(file, { lazyEntries: true, validateEntrySizes: true }, (error, opened) =>
      error ? reject(damaged()) : resolve(opened),
    );
  });
  const entries = await listEntries(zip);
  return {
    has: (path) => entries.has(path),
    read: async (path, handlers, onPiece) => {
      const entry = entries.get(path);
      if (!entry) throw damaged();
      const parser = createXmlParser(handlers);
      const decoder = new TextDecoder("utf-8");
      try {
        for await (const piece of await openEntry(zip, entry)) {
          parser.write(decoder.decode(piece as Buffer, { stream: true }));
          if (onPiece) await onPiece();
        }
        parser.close();
        if (onPiece) await onPiece();
      } catch (error) {
        throw error instanceof UnreadableFile ? error : isSystemError(error) ? damaged() : error;
      }
    },
    close: () => zip.close(),
  };
};

/** Of zlib and the reader of zip files. */
const isSystemError = (error: unknown): boolean =>
  error instanceof Error &&
  ("errno" in error || /^(?:invalid|too many|not enough|unexpected|CRC)/i.test(error.message));

import { randomInt } from "node:crypto";

/** A file that the business sent to a customer. */
export type SimulatedFile = { id: string; filename: string; contentType: string; size: number };

export type FileStore = {
  add: (file: { filename: string; contentType: string; content: Buffer }) => SimulatedFile;
  find: (id: string) => (SimulatedFile & { content: Buffer }) | undefined;
};

const maxTotalBytes = 64 * 1024 * 1024;

/** Keeps the newest files in memory. */
export const createFileStore = (): FileStore => {
  const files = new Map<string, SimulatedFile & { content: Buffer }>();
  let total = 0;
  return {
    add: ({ filename, contentType, content }) => {
      // Meta's media ids are numbers.
      const file = { id: String(randomInt(1e11, 1e12)), filename, contentType, size: content.length };
      files.set(file.id, { ...file, content });
      total += content.length;
      for (const [id, { size }] of files) {
        if (total <= maxTotalBytes || id === file.id) break;
        files.delete(id);
        total -= size;
      }
      return file;
    },
    find: (id) => files.get(id),
  };
};

type UploadForm = { fields: Record<string, string>; file?: SimulatedFile };

const partPattern = /name="([^"]*)"(?:; filename="([^"]*)")?/;

/** The fields of a multipart form; its file is stored. */
export const readUploadForm = (body: Buffer, contentType: string, files: FileStore): UploadForm => {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  const form: UploadForm = { fields: {} };
  if (!boundary) return form;
  const separator = Buffer.from(`--${boundary}`);
  let at = body.indexOf(separator);
  while (at >= 0) {
    const next = body.indexOf(separator, at + separator.length);
    if (next < 0) break;
    // Each part starts after the line of its separator and ends before the line break of the next one.
    const part = body.subarray(at + separator.length + 2, next - 2);
    const headEnd = part.indexOf("\r\n\r\n");
    const head = part.subarray(0, headEnd).toString("utf8");
    const content = part.subarray(headEnd + 4);
    const [, name = "", filename] = partPattern.exec(head) ?? [];
    if (filename === undefined) form.fields[name] = content.toString("utf8");
    else {
      const type = /content-type: *([^\r\n]+)/i.exec(head)?.[1] ?? "application/octet-stream";
      form.file = files.add({ filename, contentType: type, content: Buffer.from(content) });
    }
    at = next;
  }
  return form;
};

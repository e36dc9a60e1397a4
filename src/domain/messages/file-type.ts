export type FileKind = "image" | "audio" | "video" | "document";

/** What a file is by its content; the sender's own statement counts for nothing. */
export type FileType = { contentType: string; kind: FileKind; extensions: readonly string[] };

const type = (contentType: string, kind: FileKind, ...extensions: string[]): FileType => ({
  contentType,
  kind,
  extensions,
});

const office = "application/vnd.openxmlformats-officedocument";
const types = {
  jpeg: type("image/jpeg", "image", "jpg", "jpeg"),
  png: type("image/png", "image", "png"),
  gif: type("image/gif", "image", "gif"),
  webp: type("image/webp", "image", "webp"),
  heic: type("image/heic", "image", "heic", "heif"),
  pdf: type("application/pdf", "document", "pdf"),
  mp3: type("audio/mpeg", "audio", "mp3"),
  aac: type("audio/aac", "audio", "aac"),
  ogg: type("audio/ogg", "audio", "ogg", "oga", "opus"),
  wav: type("audio/wav", "audio", "wav"),
  amr: type("audio/amr", "audio", "amr"),
  m4a: type("audio/mp4", "audio", "m4a"),
  mp4: type("video/mp4", "video", "mp4", "m4v"),
  mov: type("video/quicktime", "video", "mov"),
  threeGp: type("video/3gpp", "video", "3gp", "3gpp"),
  webm: type("video/webm", "video", "webm"),
  docx: type(`${office}.wordprocessingml.document`, "document", "docx"),
  xlsx: type(`${office}.spreadsheetml.sheet`, "document", "xlsx"),
  pptx: type(`${office}.presentationml.presentation`, "document", "pptx"),
  odt: type("application/vnd.oasis.opendocument.text", "document", "odt"),
  ods: type("application/vnd.oasis.opendocument.spreadsheet", "document", "ods"),
  doc: type("application/msword", "document", "doc"),
  xls: type("application/vnd.ms-excel", "document", "xls"),
  ppt: type("application/vnd.ms-powerpoint", "document", "ppt"),
} as const;

/** Text has no signature, so its name decides; markup and scripts are not among these. */
const textTypes: readonly FileType[] = [
  type("text/plain", "document", "txt", "md", "log"),
  type("text/csv", "document", "csv"),
  type("text/vcard", "document", "vcf"),
  type("text/calendar", "document", "ics"),
];

/** The bytes at an offset as Latin-1 text. */
const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

const startsWith = (bytes: Uint8Array, ...prefix: number[]): boolean =>
  prefix.every((byte, index) => bytes[index] === byte);

/** The first number of bytes in which the names of a ZIP's entries are looked for; its directory is at the end. */
const zipEdge = 65_536;

const includesText = (bytes: Uint8Array, text: string): boolean => {
  const wanted = [...text].map((character) => character.charCodeAt(0));
  return bytes.some(
    (byte, at) => byte === wanted[0] && wanted.every((one, index) => bytes[at + index] === one),
  );
};

/** Only office documents without macros: any other archive may hold anything. */
const zipType = (bytes: Uint8Array): FileType | undefined => {
  const edges = [bytes.subarray(0, zipEdge), bytes.subarray(Math.max(0, bytes.length - zipEdge))];
  const has = (name: string): boolean => edges.some((edge) => includesText(edge, name));
  if (has("vbaProject.bin")) return undefined;
  if (textAt(bytes, 30, 8) === "mimetype") {
    const declared = textAt(bytes, 38, 60);
    return [types.ods, types.odt].find(({ contentType }) => declared.startsWith(contentType));
  }
  if (!has("[Content_Types].xml")) return undefined;
  if (has("word/")) return types.docx;
  if (has("xl/")) return types.xlsx;
  return has("ppt/") ? types.pptx : undefined;
};

/** By the brand of an ISO media file. */
const mediaBrands: readonly (readonly [RegExp, FileType])[] = [
  [/^(heic|heix|hevc|mif1|msf1|heif)/, types.heic],
  [/^M4[AB]/, types.m4a],
  [/^qt/, types.mov],
  [/^3g/, types.threeGp],
  [/^(isom|iso\d|mp4|avc1|M4V|dash|MSNV|mmp4)/, types.mp4],
];

const extensionOf = (filename: string): string =>
  /\.([a-z0-9]{1,8})$/i.exec(filename)?.[1]?.toLowerCase() ?? "";

const ofExtension = (candidates: readonly FileType[], filename: string): FileType | undefined =>
  candidates.find(({ extensions }) => extensions.includes(extensionOf(filename)));

/** How many bytes of the form 10xxxxxx follow; undefined for a byte that starts no character of UTF-8. */
const followingBytes = (first: number): number | undefined => {
  if (first < 0x80) return 0;
  if (first >= 0xc2 && first < 0xe0) return 1;
  if (first >= 0xe0 && first < 0xf0) return 2;
  return first >= 0xf0 && first < 0xf5 ? 3 : undefined;
};

/** Valid UTF-8 without NUL. */
const isText = (bytes: Uint8Array): boolean => {
  for (let at = 0; at < bytes.length; at++) {
    let following = followingBytes(bytes[at] ?? 0);
    if (bytes[at] === 0 || following === undefined) return false;
    for (; following > 0; following--) if (((bytes[++at] ?? 0) & 0xc0) !== 0x80) return false;
  }
  return true;
};

/** A picture made of pixels, which a browser can show without running anything. */
export const detectPicture = (bytes: Uint8Array): FileType | undefined => {
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return types.jpeg;
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return types.png;
  if (/^GIF8[79]a/.test(textAt(bytes, 0, 6))) return types.gif;
  return /^RIFF....WEBP/s.test(textAt(bytes, 0, 12)) ? types.webp : undefined;
};

/** The kind of a file that may be sent; undefined for everything else, such as programs, markup and archives. */
export const detectFileType = (bytes: Uint8Array, filename: string): FileType | undefined => {
  const picture = detectPicture(bytes);
  if (picture) return picture;
  const head = textAt(bytes, 0, 16);
  if (head.startsWith("%PDF-")) return types.pdf;
  if (head.startsWith("PK\u0003\u0004")) return zipType(bytes);
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1))
    return ofExtension([types.doc, types.xls, types.ppt], filename);
  if (head.slice(4, 8) === "ftyp") return mediaBrands.find(([brand]) => brand.test(head.slice(8)))?.[1];
  if (/^RIFF....WAVE/s.test(head)) return types.wav;
  if (head.startsWith("OggS")) return types.ogg;
  if (head.startsWith("#!AMR")) return types.amr;
  if (startsWith(bytes, 0x1a, 0x45, 0xdf, 0xa3)) return types.webm;
  if (head.startsWith("ID3")) return types.mp3;
  if (bytes[0] === 0xff && [0xf1, 0xf9].includes(bytes[1] ?? 0)) return types.aac;
  if (bytes[0] === 0xff && [0xfb, 0xf3, 0xf2, 0xfa].includes(bytes[1] ?? 0)) return types.mp3;
  const text = ofExtension(textTypes, filename);
  return text && bytes.length > 0 && isText(bytes) ? text : undefined;
};

const maxFilenameLength = 100;

/** Without folders, control characters and marks that reverse the reading direction; with the type's own extension. */
export const cleanFilename = (filename: string, { extensions }: Pick<FileType, "extensions">): string => {
  const base = (filename.split(/[/\\]/).at(-1) ?? "")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}"<>|:*?]/gu, "")
    .replaceAll(/\s+/gu, " ")
    .replace(/^[\s.]+|[\s.]+$/gu, "");
  const extension = extensionOf(base);
  const isKnown = extensions.includes(extension);
  const suffix = `.${isKnown ? extension : (extensions[0] ?? "bin")}`;
  const stem = isKnown ? base.slice(0, -extension.length - 1) : base;
  const cut = [...stem]
    .slice(0, maxFilenameLength - suffix.length)
    .join("")
    .trim();
  return `${cut || "file"}${suffix}`;
};

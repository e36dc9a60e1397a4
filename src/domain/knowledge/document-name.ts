import { cutText } from "#domain/storable-text.ts";

const maxNameLength = 200;

/** The name of an imported document: its first heading, or the file's name without path and ending. */
export const readDocumentName = (fileName: string, text: string): string => {
  const heading = /^ {0,3}#\s+(.+?)\s*#*\s*$/m.exec(text)?.[1];
  const ofFile = fileName
    .replace(/^.*[\\/]/, "")
    .replace(/\.(?:md|markdown|txt|text)$/i, "")
    .replaceAll(/[-_]+/g, " ")
    .trim();
  return cutText((heading ?? (ofFile === "" ? fileName : ofFile)).trim(), maxNameLength);
};

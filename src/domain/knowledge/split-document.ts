/** A piece of an entry that is found and quoted on its own. */
export type DocumentPassage = { title: string; text: string };

/** Long enough for a whole answer, short enough to be said or read in one go. */
export const maxPassageLength = 900;

type BlockKind = "paragraph" | "list" | "table" | "code";
type Block = { kind: BlockKind; lines: string[] };
type Section = { headings: string[]; blocks: Block[] };

const headingPattern = /^ {0,3}(#{1,6})\s+(.+?)\s*#*\s*$/;
const underlinePattern = /^ {0,3}(=+|-{2,})\s*$/;
const listPattern = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+\S/;
const tablePattern = /^\s*\|.*\|\s*$/;
const fencePattern = /^ {0,3}(?:```|~~~)/;
const rulePattern = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;

const lineKind = (line: string): BlockKind => {
  if (tablePattern.test(line)) return "table";
  return listPattern.test(line) ? "list" : "paragraph";
};

/** The document by its headings; the text before the first heading has none. */
const readSections = (text: string): Section[] => {
  const sections: Section[] = [{ headings: [], blocks: [] }];
  const levels: { level: number; heading: string }[] = [];
  /** The block that the next line may continue. */
  let open: Block | undefined;
  let isCode = false;
  const addLine = (kind: BlockKind, line: string) => {
    // An indented line or a second line of an item belongs to the list before it.
    if (open && (open.kind === kind || (open.kind === "list" && kind === "paragraph"))) {
      open.lines.push(line);
      return;
    }
    open = { kind, lines: [line] };
    sections.at(-1)?.blocks.push(open);
  };
  const startSection = (level: number, heading: string) => {
    while ((levels.at(-1)?.level ?? 0) >= level) levels.pop();
    levels.push({ level, heading: heading.trim() });
    sections.push({ headings: levels.map((entry) => entry.heading), blocks: [] });
    open = undefined;
  };
  for (const line of text.replaceAll(/\r\n?/g, "\n").replaceAll("\0", "").split("\n")) {
    const heading = headingPattern.exec(line);
    const underline = underlinePattern.exec(line);
    if (fencePattern.test(line)) {
      isCode = !isCode;
      open = undefined;
    } else if (isCode) addLine("code", line);
    else if (heading) startSection(heading[1]?.length ?? 1, heading[2] ?? "");
    else if (underline && open?.kind === "paragraph" && open.lines.length === 1) {
      sections.at(-1)?.blocks.pop();
      startSection(underline[1]?.startsWith("=") ? 1 : 2, open.lines[0] ?? "");
    } else if (line.trim() === "" || rulePattern.test(line)) open = undefined;
    else addLine(lineKind(line), line);
  }
  return sections.filter(({ blocks }) => blocks.length > 0);
};

/** Cuts a sentence that is too long, at the last space that fits. */
const cutText = (text: string): string[] => {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > maxPassageLength) {
    const space = rest.lastIndexOf(" ", maxPassageLength);
    const end = space > maxPassageLength / 2 ? space : maxPassageLength;
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return rest === "" ? parts : [...parts, rest];
};

/** Joins pieces up to the length of a passage. */
const packPieces = (pieces: readonly string[], separator: string): string[] => {
  const packed: string[] = [];
  for (const piece of pieces.flatMap(cutText)) {
    const last = packed.at(-1);
    if (last !== undefined && last.length + separator.length + piece.length <= maxPassageLength)
      packed[packed.length - 1] = last + separator + piece;
    else packed.push(piece);
  }
  return packed;
};

const tableHeadingLines = 2;

/** A long table is split between rows, each part with the heading; a long list between items; other text after sentences. */
const splitBlock = ({ kind, lines }: Block): string[] => {
  const text = kind === "paragraph" ? lines.map((line) => line.trim()).join(" ") : lines.join("\n");
  if (text.length <= maxPassageLength) return [text];
  if (kind === "paragraph") return packPieces(text.split(/(?<=[.!?…])\s+/), " ");
  if (kind !== "table") return packPieces(groupItems(lines), "\n");
  const heading = lines.slice(0, tableHeadingLines).join("\n");
  const parts: string[] = [];
  for (const row of lines.slice(tableHeadingLines)) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + 1 + row.length <= maxPassageLength)
      parts[parts.length - 1] = `${last}\n${row}`;
    else parts.push(`${heading}\n${row}`);
  }
  return parts.flatMap(cutText);
};

/** A line that begins no item belongs to the item before it. */
const groupItems = (lines: readonly string[]): string[] => {
  const items: string[] = [];
  for (const line of lines) {
    if (listPattern.test(line) || items.length === 0) items.push(line);
    else items[items.length - 1] += `\n${line}`;
  }
  return items;
};

/** The sentence before a list or a table says what it lists, so both stay together where they fit. */
const joinIntroductions = (blocks: readonly Block[]): string[] => {
  const pieces: string[] = [];
  blocks.forEach((block, index) => {
    const parts = splitBlock(block);
    const before = blocks[index - 1];
    const last = pieces.at(-1);
    const first = parts[0] ?? "";
    if (
      before?.kind === "paragraph" &&
      block.kind !== "paragraph" &&
      last !== undefined &&
      last.length + 2 + first.length <= maxPassageLength
    ) {
      pieces[pieces.length - 1] = `${last}\n\n${first}`;
      pieces.push(...parts.slice(1));
    } else pieces.push(...parts);
  });
  return pieces;
};

/** The name of the document and its headings, the same words once. */
const titleOf = (name: string, headings: readonly string[]): string =>
  [name, ...headings.filter((heading) => heading.toLowerCase() !== name.toLowerCase())]
    .filter(Boolean)
    .join(" › ");

/** Splits a text or Markdown document by its headings, then by paragraphs, lists and tables. */
export const splitDocument = (name: string, text: string): DocumentPassage[] =>
  readSections(text).flatMap(({ headings, blocks }) =>
    packPieces(joinIntroductions(blocks), "\n\n").map((part) => ({
      title: titleOf(name, headings),
      text: part,
    })),
  );

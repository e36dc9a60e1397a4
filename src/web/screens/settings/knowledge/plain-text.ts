/** A text or Markdown as one line: without headings, marks and rules of tables, which would be noise in a list. */
export const toPlainText = (markdown: string): string =>
  markdown
    .split("\n")
    .filter((line) => !/^\s*#{1,6}\s|^[\s|:-]*-[\s|:-]*$/.test(line))
    .map((line) =>
      line
        .replace(/^\s*\|\s*|\s*\|\s*$/g, "")
        .replaceAll(/\s*\|\s*/g, " · ")
        .replace(/^\s*(?:[>*+•-]|\d{1,3}[.)])\s+/, "")
        .replaceAll(/\*\*|__|`/g, ""),
    )
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();

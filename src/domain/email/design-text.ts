import type { BlockKind, BlockOf, EmailBlock, EmailDesign, LeafBlock } from "./email-design.ts";
import { networkNames } from "./email-design.ts";
import { type TemplateValues, withoutMarks } from "./inline-text.ts";

const hasValue = (values: TemplateValues, name: string): boolean => {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return (typeof value === "string" && value.trim() !== "") || typeof value === "number";
};

const isShown = ({ onlyIf }: EmailBlock, values: TemplateValues): boolean =>
  onlyIf === null || onlyIf === "" || hasValue(values, onlyIf);

/** The design without the blocks whose variable is empty. */
export const shownDesign = (design: EmailDesign, values: TemplateValues): EmailDesign => ({
  ...design,
  blocks: design.blocks
    .filter((block) => isShown(block, values))
    .map((block) =>
      block.kind === "columns"
        ? { ...block, columns: block.columns.map((column) => column.filter((leaf) => isShown(leaf, values))) }
        : block,
    ),
});

const addressLine = (label: string, href: string): string =>
  [label, href].filter((part) => part.trim() !== "").join(": ");

type Words = { [K in BlockKind]: (block: BlockOf<K>) => string };

const words: Words = {
  text: ({ text }) => withoutMarks(text),
  heading: ({ text }) => withoutMarks(text),
  button: ({ label, href }) => addressLine(label, href),
  image: ({ alt, href }) => addressLine(alt.trim() === "" ? "" : `[${alt.trim()}]`, href),
  columns: ({ columns }) => columns.flat().map(blockText).filter(Boolean).join("\n\n"),
  divider: () => "---",
  list: ({ items, isNumbered }) =>
    items.map((item, index) => `${isNumbered ? `${index + 1}.` : "-"} ${withoutMarks(item)}`).join("\n"),
  social: ({ links }) => links.map(({ network, href }) => `${networkNames[network]}: ${href}`).join("\n"),
};

const blockText = (block: EmailBlock | LeafBlock): string =>
  (words[block.kind] as (block: EmailBlock) => string)(block).trim();

/** The plain-text part as a template: what checks, the timeline and mail programs without HTML read. */
export const designText = ({ blocks, footerNote }: EmailDesign): string =>
  [...blocks.map(blockText), withoutMarks(footerNote).trim()].filter(Boolean).join("\n\n");

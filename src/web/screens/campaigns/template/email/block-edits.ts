import type { BlockKind, EmailBlock, EmailDesign, LeafBlock } from "#domain/email/email-design.ts";

/** Short and unique in a design. */
const newId = (): string => crypto.randomUUID().slice(0, 8);

const shared = () => ({ id: newId(), onlyIf: null });

const newText = (text = ""): LeafBlock => ({ ...shared(), kind: "text", text });

const makers: { [K in BlockKind]: () => Extract<EmailBlock, { kind: K }> | LeafBlock } = {
  text: newText,
  heading: () => ({ ...shared(), kind: "heading", text: "", level: 1 }),
  button: () => ({ ...shared(), kind: "button", label: "", href: "", align: "left" }),
  image: () => ({ ...shared(), kind: "image", imageId: null, width: 1, height: 1, alt: "", href: "" }),
  columns: () => ({ ...shared(), kind: "columns", columns: [[newText()], [newText()]] }),
  divider: () => ({ ...shared(), kind: "divider" }),
  list: () => ({ ...shared(), kind: "list", items: [""], isNumbered: false }),
  social: () => ({ ...shared(), kind: "social", links: [{ network: "facebook", href: "" }] }),
};

export const newBlock = (kind: BlockKind): EmailBlock => makers[kind]();

/** Moves a block to a place, counted without the block itself; beyond the ends it stays at the end. */
export const moveBlock = <B extends EmailBlock>(blocks: readonly B[], id: string, to: number): B[] => {
  const moved = blocks.find((block) => block.id === id);
  if (!moved) return [...blocks];
  const others = blocks.filter((block) => block !== moved);
  const place = Math.max(0, Math.min(to, others.length));
  return [...others.slice(0, place), moved, ...others.slice(place)];
};

export const replaceBlock = <B extends EmailBlock>(blocks: readonly B[], next: B): B[] =>
  blocks.map((block) => (block.id === next.id ? next : block));

/** A copy with ids of its own, so that both can be changed and moved. */
export const copyBlock = (block: EmailBlock): EmailBlock =>
  block.kind === "columns"
    ? {
        ...block,
        id: newId(),
        columns: block.columns.map((column) => column.map((leaf) => ({ ...leaf, id: newId() }))),
      }
    : { ...block, id: newId() };

/** The line with which the texts of a plain mail begin their footer, which a design has anyway. */
const footerStart = /\n\s*—\s*\n/;

/** A plain mail as blocks. Its own footer is left out: each design ends with one. */
export const designOfBody = (body: string): EmailDesign => ({
  preheader: "",
  blocks: [newText((body.split(footerStart)[0] ?? "").trim())],
  footerNote: "",
});

/** What a new e-mail begins with. */
export const newDesign = (): EmailDesign => ({
  preheader: "",
  blocks: [newBlock("heading"), newBlock("text"), newBlock("button")],
  footerNote: "",
});

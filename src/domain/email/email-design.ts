import * as z from "zod";

/** The longest text of a block, with its variables as they are written. */
const maxText = 5000;
const maxBlocks = 60;
const words = (max: number) => z.string().max(max);
const href = z.string().trim().max(2000);
const blockId = z.string().regex(/^[\w-]{1,40}$/);

export const socialNetworks = [
  "facebook",
  "instagram",
  "linkedin",
  "tiktok",
  "whatsapp",
  "x",
  "youtube",
] as const;
export type SocialNetwork = (typeof socialNetworks)[number];

export const buttonAlignments = ["left", "center", "wide"] as const;

const shared = {
  id: blockId,
  /** The block is left out where this variable has no value. */
  onlyIf: z.string().max(80).nullable().default(null),
};

const textBlock = z.strictObject({ ...shared, kind: z.literal("text"), text: words(maxText) });
const headingBlock = z.strictObject({
  ...shared,
  kind: z.literal("heading"),
  text: words(300),
  level: z.union([z.literal(1), z.literal(2)]).default(1),
});
const buttonBlock = z.strictObject({
  ...shared,
  kind: z.literal("button"),
  label: words(120),
  href,
  align: z.enum(buttonAlignments).default("left"),
});
const imageBlock = z.strictObject({
  ...shared,
  kind: z.literal("image"),
  /** Null until one was uploaded. */
  imageId: z.uuid().nullable().default(null),
  /** Pixels of the upload, so that the place is kept before the picture is loaded. */
  width: z.int().min(1).max(4000).default(1),
  height: z.int().min(1).max(8000).default(1),
  /** What somebody reads who does not see the picture. */
  alt: words(300),
  href: href.default(""),
});
const dividerBlock = z.strictObject({ ...shared, kind: z.literal("divider") });
const listBlock = z.strictObject({
  ...shared,
  kind: z.literal("list"),
  items: z.array(words(500)).min(1).max(30),
  isNumbered: z.boolean().default(false),
});
const socialBlock = z.strictObject({
  ...shared,
  kind: z.literal("social"),
  links: z
    .array(z.strictObject({ network: z.enum(socialNetworks), href }))
    .min(1)
    .max(socialNetworks.length),
});

/** What a column may hold: everything but columns, so that a design has no depth. */
export const leafBlock = z.discriminatedUnion("kind", [
  textBlock,
  headingBlock,
  buttonBlock,
  imageBlock,
  dividerBlock,
  listBlock,
  socialBlock,
]);
export type LeafBlock = z.infer<typeof leafBlock>;

const columnsBlock = z.strictObject({
  ...shared,
  kind: z.literal("columns"),
  columns: z.array(z.array(leafBlock).max(10)).min(2).max(3),
});

export const emailBlock = z.discriminatedUnion("kind", [...leafBlock.options, columnsBlock]);
export type EmailBlock = z.infer<typeof emailBlock>;
export type BlockKind = EmailBlock["kind"];
export type BlockOf<K extends BlockKind> = Extract<EmailBlock, { kind: K }>;

export const blockKinds = [
  "text",
  "heading",
  "button",
  "image",
  "columns",
  "divider",
  "list",
  "social",
] as const satisfies readonly BlockKind[];

/** An e-mail as it is drawn. The footer with sender, address and unsubscribe link stands below it, always. */
export const emailDesign = z.strictObject({
  /** The line that mail programs show after the subject. */
  preheader: words(300).default(""),
  blocks: z.array(emailBlock).min(1).max(maxBlocks),
  /** Why the person gets this mail; stands in the footer. */
  footerNote: words(500).default(""),
});
export type EmailDesign = z.infer<typeof emailDesign>;

/** All blocks, those of columns included, in reading order. */
export const flatBlocks = (blocks: readonly EmailBlock[]): EmailBlock[] =>
  blocks.flatMap((block) => (block.kind === "columns" ? [block, ...block.columns.flat()] : [block]));

/** The ids of the pictures that a design shows. */
export const imagesOf = ({ blocks }: Pick<EmailDesign, "blocks">): string[] =>
  flatBlocks(blocks).flatMap((block) =>
    block.kind === "image" && block.imageId !== null ? [block.imageId] : [],
  );

export const networkNames: Record<SocialNetwork, string> = {
  facebook: "Facebook",
  instagram: "Instagram",
  linkedin: "LinkedIn",
  tiktok: "TikTok",
  whatsapp: "WhatsApp",
  x: "X",
  youtube: "YouTube",
};

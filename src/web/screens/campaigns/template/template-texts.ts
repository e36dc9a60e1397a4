import type { EmailBlock, EmailDesign } from "#domain/email/email-design.ts";

export type TemplateTexts = { subject: string; body: string; design: EmailDesign | null };

/** Replaces each text of a block, in reading order; addresses and pictures stay. */
const mapBlock = <B extends EmailBlock>(block: B, map: (text: string) => string): B => {
  const edited = ((): EmailBlock => {
    switch (block.kind) {
      case "text":
      case "heading":
        return { ...block, text: map(block.text) };
      case "button":
        return { ...block, label: map(block.label) };
      case "image":
        return { ...block, alt: map(block.alt) };
      case "list":
        return { ...block, items: block.items.map(map) };
      case "columns":
        return {
          ...block,
          columns: block.columns.map((column) => column.map((leaf) => mapBlock(leaf, map))),
        };
      default:
        return block;
    }
  })();
  return edited as B;
};

const mapTexts = (
  { subject, body, design }: TemplateTexts,
  map: (text: string) => string,
): TemplateTexts => ({
  subject: map(subject),
  body: design ? body : map(body),
  design: design && {
    preheader: map(design.preheader),
    blocks: design.blocks.map((block) => mapBlock(block, map)),
    footerNote: map(design.footerNote),
  },
});

/** Every text that is not blank, in a fixed order. */
export const collectTexts = (words: TemplateTexts): string[] => {
  const texts: string[] = [];
  mapTexts(words, (text) => {
    if (text.trim() !== "") texts.push(text);
    return text;
  });
  return texts;
};

/** The same words with other texts, in the order of `collectTexts`. */
export const replaceTexts = (words: TemplateTexts, texts: readonly string[]): TemplateTexts => {
  let next = 0;
  return mapTexts(words, (text) => (text.trim() === "" ? text : (texts[next++] ?? text)));
};

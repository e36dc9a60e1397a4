import { expect, test } from "vitest";
import type { TemplateTexts } from "./template-texts.ts";
import { collectTexts, replaceTexts } from "./template-texts.ts";

const shared = { onlyIf: null };
const words: TemplateTexts = {
  subject: "Subject",
  body: "of a plain mail",
  design: {
    preheader: "",
    footerNote: "Note",
    blocks: [
      { ...shared, id: "a", kind: "button", label: "Book", href: "https://sol.example", align: "left" },
      { ...shared, id: "b", kind: "divider" },
      {
        ...shared,
        id: "c",
        kind: "columns",
        columns: [[{ ...shared, id: "d", kind: "text", text: "Left" }], []],
      },
      { ...shared, id: "e", kind: "list", items: ["One", " "], isNumbered: false },
    ],
  },
};

test("every text is collected once and put back in its place, blank ones and addresses stay", () => {
  const texts = collectTexts(words);
  expect(texts).toEqual(["Subject", "Book", "Left", "One", "Note"]);
  const edited = replaceTexts(
    words,
    texts.map((text) => text.toUpperCase()),
  );
  expect(collectTexts(edited)).toEqual(["SUBJECT", "BOOK", "LEFT", "ONE", "NOTE"]);
  expect(edited.design?.blocks[0]).toMatchObject({ href: "https://sol.example" });
  expect(edited.body).toBe("of a plain mail");
  expect(replaceTexts(words, texts)).toEqual(words);
});

test("of a plain message its subject and its words are collected", () => {
  expect(collectTexts({ subject: "", body: "Hello", design: null })).toEqual(["Hello"]);
});

import { describe, expect, test } from "vitest";
import { blockKinds, type EmailBlock, emailBlock } from "#domain/email/email-design.ts";
import { copyBlock, designOfBody, moveBlock, newBlock } from "./block-edits.ts";

const block = (id: string): EmailBlock => ({ id, onlyIf: null, kind: "divider" });
const list = ["a", "b", "c"].map(block);

describe("blocks", () => {
  test.each([
    ["a", 1, "bac"],
    ["a", 9, "bca"],
    ["c", 0, "cab"],
    ["b", -3, "bac"],
    ["b", 1, "abc"],
    ["x", 0, "abc"],
  ])("moving %s to place %i gives %s", (id, to, expected) => {
    expect(
      moveBlock(list, id, to)
        .map((one) => one.id)
        .join(""),
    ).toBe(expected);
  });

  test.each(blockKinds)("a new block of kind %s can be stored", (kind) => {
    const made = newBlock(kind);
    expect(made.kind).toBe(kind);
    expect(emailBlock.safeParse(made).success).toBe(true);
  });

  test("a copy of columns shares no id with them", () => {
    const columns = newBlock("columns");
    const ids = (one: EmailBlock) => [
      one.id,
      ...(one.kind === "columns" ? one.columns.flat().map(({ id }) => id) : []),
    ];
    expect(new Set([...ids(columns), ...ids(copyBlock(columns))]).size).toBe(6);
  });

  test("a plain mail becomes one text without its own footer", () => {
    const { blocks } = designOfBody(
      "Hi {{first_name}}\n\nNews.\n\n—\n{{company_name}}\n{{unsubscribe_link}}",
    );
    expect(blocks).toMatchObject([{ kind: "text", text: "Hi {{first_name}}\n\nNews." }]);
  });
});

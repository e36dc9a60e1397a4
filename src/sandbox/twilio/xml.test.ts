import { expect, test } from "vitest";
import { elementText, parseXml } from "./xml.ts";

test.each([
  ["<Response/>", { name: "Response", attributes: {}, children: [] }],
  [
    `<?xml version="1.0"?><!-- c --><R a="1 &lt; 2" b='x'><![CDATA[<b>]]>&#233;&#xe9;</R>`,
    { name: "R", attributes: { a: "1 < 2", b: "x" }, children: ["<b>", "éé"] },
  ],
])("parses %s", (text, expected) => {
  expect(parseXml(text)).toEqual(expected);
});

test.each([
  "",
  "text",
  "<a>",
  "<a></b>",
  "<a/><b/>",
  "<a>&nope;</a>",
  "<a>1 & 2</a>",
  "<a b=1/>",
  "x<a/>",
  "</a>",
])("rejects %s as not well-formed", (text) => {
  expect(parseXml(text)).toBeUndefined();
});

test("collects text from all depths", () => {
  const root = parseXml("<a>1<b>2<c>3</c></b>4</a>");
  expect(root && elementText(root)).toBe("1234");
});

import { expect, test } from "vitest";
import { chatCodeBytes, formatChatCode, readChatCode } from "./chat-link.ts";

const bytes = Uint8Array.from({ length: chatCodeBytes }, (_, index) => index * 17);
const code = formatChatCode(bytes);

test("a code has 80 bits in groups of four", () => {
  expect(code).toMatch(/^FARO(-[A-HJ-NP-Z2-9]{4}){4}$/);
  expect(formatChatCode(bytes.map((byte) => byte + 1))).not.toBe(code);
});

test.each([
  ["alone", code],
  ["in a sentence", `Here it is: ${code}.`],
  ["in small letters", code.toLowerCase()],
  ["after a mention of the bot", `<@U042> ${code}`],
])("is found %s", (_where, text) => {
  expect(readChatCode(text)).toBe(code);
});

test.each([
  "",
  "Hola",
  code.slice(0, -1),
  `${code}A`,
  "FARO-0000-0000-0000-0000",
  code.replace("FARO", "FARE"),
])("is not found in %j", (text) => {
  expect(readChatCode(text)).toBeUndefined();
});

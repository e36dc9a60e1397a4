import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { extractReply } from "#domain/mail/reply.ts";
import { type ParsedMail, parseMail } from "./parse.ts";

const root = join(import.meta.dirname, "../../../../shared/data/eml");
const isHere = existsSync(root);
if (!isHere) process.stdout.write("skipped: real messages are not at ../shared/data/eml\n");

const report = (line: string) => process.stdout.write(`${line}\n`);
const percent = (part: number, whole: number) =>
  `${part} of ${whole} (${((100 * part) / whole).toFixed(1)}%)`;

/** In an mbox file each message starts with a separator line. */
const messagesIn = (path: string): Buffer[] => {
  const raw = readFileSync(join(root, path));
  if (!path.includes("mailbox/")) return [raw];
  return raw
    .toString("latin1")
    .split(/^(?=From \S+ )/m)
    .filter((text) => text.trim() !== "")
    .map((text) => Buffer.from(text, "latin1"));
};

/** Which lines of a body the sender wrote, labelled by hand; blank lines are ignored. */
const ownLines: Record<string, [number, number][]> = {
  correct_sig: [[1, 1]],
  email_1_1: [[1, 5]],
  email_1_2: [
    [1, 1],
    [9, 34],
  ],
  email_1_3: [[1, 3]],
  email_1_4: [[1, 1]],
  email_1_5: [[1, 15]],
  email_1_6: [[1, 1]],
  email_1_7: [[1, 1]],
  email_1_8: [
    [13, 13],
    [19, 19],
  ],
  email_2_1: [[1, 1]],
  email_2_2: [[1, 1]],
  email_2_3: [[1, 1]],
  email_BlackBerry: [[1, 1]],
  email_bullets: [[1, 9]],
  email_gmail: [[1, 1]],
  email_headers_no_delimiter: [[1, 1]],
  email_iPhone: [[1, 1]],
  email_multi_word_sent_from_my_mobile_device: [[1, 1]],
  email_one_is_not_on: [[1, 5]],
  email_sent_from_my_not_signature: [[1, 3]],
  email_sig_delimiter_in_middle_of_line: [[1, 7]],
  greedy_on: [[1, 6]],
  pathological: [[1, 2]],
};

describe.skipIf(!isHere)("real messages", () => {
  const paths = isHere
    ? readdirSync(root, { recursive: true, encoding: "utf8" })
        .map((path) => path.replaceAll("\\", "/"))
        .filter((path) => statSync(join(root, path)).isFile())
        .sort()
    : [];
  const parse = (raw: Buffer): Promise<ParsedMail> => parseMail(raw, { envelopeFrom: null, trusted: [] });

  test("are all parsed, or rejected with a reason", async () => {
    const refused: string[] = [];
    let count = 0;
    for (const path of paths) {
      for (const raw of messagesIn(path)) {
        count++;
        const result = await parse(raw);
        if (!result.ok) refused.push(`${path}: ${result.reason}`);
        else expect(JSON.stringify(result.message), path).not.toMatch(/\\u0000|\\ud[89a-f]/i);
      }
    }
    report(`messages read: ${percent(count - refused.length, count)}`);
    // Other files are not messages: licences, lists of addresses, an audio file, bodies without headers.
    const isMessage = (line: string) => /\.eml:|mailbox\/|\/dkim\/(email|nofws)/.test(line);
    expect(refused.filter(isMessage)).toEqual([]);
  });

  test("are recognized as bounces only if they are bounces", async () => {
    const missed: string[] = [];
    const wrong: string[] = [];
    let bounces = 0;
    let withRecipient = 0;
    for (const path of paths.filter((path) => path.endsWith(".eml"))) {
      const isBounce =
        /\/(lhost|rhost|rfc3464|make-test)-/.test(path) ||
        /\/bounce\/|\/bounce\.eml|multi_address_bounce|delivery-status\.eml/.test(path);
      const result = await parse(messagesIn(path)[0] ?? Buffer.alloc(0));
      const bounce = result.ok ? result.message.bounce : null;
      if (!isBounce && bounce) wrong.push(path);
      if (!isBounce) continue;
      bounces++;
      if (!bounce) missed.push(path);
      else if (bounce.recipient) withRecipient++;
    }
    report(
      `bounces known: ${percent(bounces - missed.length, bounces)}; recipient read: ${percent(withRecipient, bounces)}`,
    );
    for (const path of missed) report(`  not known as a bounce: ${path}`);
    expect(wrong).toEqual([]);
    expect((bounces - missed.length) / bounces).toBeGreaterThanOrEqual(0.97);
    expect(withRecipient / bounces).toBeGreaterThanOrEqual(0.96);
  });

  test("are recognized as complaints and automatic replies", async () => {
    const isAutomatic = (path: string) => /rfc3834-|\/complaints\/|\/arf(\.eml|-22|-24)/.test(path);
    for (const path of paths.filter(isAutomatic)) {
      const result = await parse(messagesIn(path)[0] ?? Buffer.alloc(0));
      if (!result.ok) throw new Error(path);
      expect(result.message.automatic.is, path).toBe(true);
      expect(result.message.complaint !== null, path).toBe(!path.includes("rfc3834"));
    }
  });

  test("with quoted replies are reduced to what the sender wrote", () => {
    const folder = "reply-parser/test/emails";
    const wrong: string[] = [];
    const trimmed = (lines: string[]) => lines.map((line) => line.trim()).filter(Boolean);
    for (const [name, ranges] of Object.entries(ownLines)) {
      const text = readFileSync(join(root, folder, `${name}.txt`), "utf8");
      const lines = text.split(/\r?\n/);
      const own = trimmed(ranges.flatMap(([from, to]) => lines.slice(from - 1, to)));
      if (JSON.stringify(trimmed(extractReply(text).split("\n"))) !== JSON.stringify(own)) wrong.push(name);
    }
    const count = Object.keys(ownLines).length;
    report(`replies cut right: ${percent(count - wrong.length, count)}`);
    expect(wrong).toEqual([]);
  });
});

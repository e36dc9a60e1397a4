import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { mailLimits } from "./limits.ts";
import { trustedRelays } from "./mailbox.ts";
import { parseMail } from "./parse.ts";
import { createSlots, parseMailOffThread } from "./parse-off-thread.ts";

const context = { envelopeFrom: null, trusted: ["mx.example.com"] };
const parse = (text: string | Buffer) => parseMail(Buffer.from(text), context);
const read = async (text: string | Buffer) => {
  const result = await parse(text);
  if (!result.ok) throw new Error(result.reason);
  return result;
};
const start = "From: Ana <Ana@Example.com>\r\nTo: x@y.example\r\nSubject: Hi\r\n";

describe("parsing a message", () => {
  test("reads addresses, headers, text and attachments", async () => {
    const { message, files } = await read(
      [
        "Authentication-Results: mx.example.com; spf=pass; dkim=pass",
        "From: =?UTF-8?Q?Ana_Mu=C3=B1oz?= <Ana@Example.com>",
        "To: Sales <sales@y.example>, Group: a@b.example, c@d.example;",
        "Cc: c@d.example",
        "Reply-To: ana.home@example.com",
        "Subject: =?UTF-8?B?wr9QcmVjaW8/?=",
        "Date: Tue, 5 Mar 2024 10:00:00 -0400",
        "Message-ID: <m1@example.com>",
        "In-Reply-To: <m0@example.com>",
        "References: <a@x> <m0@example.com>",
        "MIME-Version: 1.0",
        "Content-Type: multipart/mixed; boundary=b",
        "",
        "--b",
        "Content-Type: text/plain; charset=iso-8859-1",
        "Content-Transfer-Encoding: quoted-printable",
        "",
        "Quisiera el a=F1o\n\n-- \nAna",
        "--b",
        'Content-Type: application/pdf; name="C:\\\\docs\\\\plan.pdf"',
        "Content-Disposition: attachment",
        "Content-Transfer-Encoding: base64",
        "",
        "aGVsbG8=",
        "--b--",
      ].join("\r\n"),
    );
    const sha256 = createHash("sha256").update("hello").digest("hex");
    expect(message).toEqual({
      messageId: "<m1@example.com>",
      from: { name: "Ana Muñoz", address: "ana@example.com" },
      to: [
        { name: "Sales", address: "sales@y.example" },
        { name: "", address: "a@b.example" },
        { name: "", address: "c@d.example" },
      ],
      cc: [{ name: "", address: "c@d.example" }],
      replyTo: { name: "", address: "ana.home@example.com" },
      subject: "¿Precio?",
      date: "2024-03-05T14:00:00.000Z",
      inReplyTo: "<m0@example.com>",
      references: ["<a@x>", "<m0@example.com>"],
      text: "Quisiera el año\n\n-- \nAna",
      reply: "Quisiera el año",
      attachments: [{ filename: "plan.pdf", contentType: "application/pdf", size: 5, sha256 }],
      automatic: { is: false, why: null },
      bounce: null,
      complaint: null,
      authentication: { spf: "pass", dkim: "pass", dmarc: null, sender: null },
    });
    expect(files[0]?.content.toString()).toBe("hello");
  });

  test("converts HTML to text when there is no text part", async () => {
    const { message } = await read(
      `${start}Content-Type: text/html\r\n\r\n<p>Hola</p><script>x</script><p>¿Cu&aacute;nto?</p>`,
    );
    expect(message.text).toBe("Hola\n\n¿Cuánto?");
  });

  test("removes what the database cannot store", async () => {
    const { message } = await read(
      `${start.replace("Hi", "a\u0000b")}X: \u0000\r\n\r\none\u0000two \ud800 three`,
    );
    expect(JSON.stringify(message)).not.toMatch(/\\u0000|\\ud800/i);
    expect(message).toMatchObject({ subject: "a b", text: expect.stringMatching(/^onetwo/) });
  });

  test("cuts long text between two characters", async () => {
    const { message } = await read(
      `${start}Content-Type: text/plain; charset=utf-8\r\n\r\n${"ñ".repeat(300_000)}`,
    );
    expect(Buffer.byteLength(message.text)).toBeLessThanOrEqual(mailLimits.textBytes);
    expect(message.text).toMatch(/^ñ+$/);
  });
});

describe("parsing a hostile message", () => {
  const nested = (depth: number) =>
    start +
    Array.from(
      { length: depth },
      (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
    ).join("");
  test.each([
    ["only white space", " \r\n\r\n", "empty"],
    ["deeply nested parts without text", nested(30), "too_deep"],
    ["no headers", "just words\r\n\r\nmore", "not_a_message"],
    [
      "too many parts",
      `${start}Content-Type: multipart/mixed; boundary="b"\r\n\r\n${"--b\r\n".repeat(300)}`,
      "too_many_parts",
    ],
    [
      "too many parts and a split boundary",
      `${start}Content-Type: multipart/mixed; boundary*0=b\r\n\r\n${"--b\r\n".repeat(300)}`,
      "too_many_parts",
    ],
    ["too large headers", `${start}${"X: y\r\n".repeat(80_000)}\r\n`, "headers_too_large"],
    ["too many lines", `${start}\r\n${"\n".repeat(700_000)}`, "too_many_lines"],
  ])("rejects %s with a reason", async (_name, raw, reason) => {
    expect(await parse(raw)).toEqual({ ok: false, reason });
  });

  test("reads deeply nested parts that are not closed as one text", async () => {
    const { message } = await read(`${nested(30)}Content-Type: text/plain\r\n\r\nHola`);
    expect(message.text).toBe("Hola");
  });

  test("rejects a too large message before reading it", async () => {
    expect(await parse(Buffer.alloc(mailLimits.messageBytes + 1, 65))).toEqual({
      ok: false,
      reason: "too_large",
    });
  });

  test("accepts many lines that only look like delimiters", async () => {
    const { message } = await read(
      `${start}Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\n${"-- \r\n--\r\n".repeat(500)}end\r\n--b--`,
    );
    expect(message.text).toContain("end");
  });
});

describe("parsing a message of careless software", () => {
  const part = "--b\r\nContent-Type: text/plain\r\n\r\nHola";
  test.each([
    ["no closing delimiter", `Content-Type: multipart/mixed; boundary="b"\r\n\r\n${part}`],
    ["no boundary", `Content-Type: multipart/mixed\r\n\r\n${part}\r\n--b--`],
    ["another boundary", `Content-Type: multipart/mixed; boundary="c"\r\n\r\n${part}\r\n--b--`],
  ])("reads the text with %s", async (_name, raw) => {
    const { message } = await read(start + raw);
    expect(message.text).toBe("Hola");
  });

  test.each([
    ["8-bit text", "\r\nMa\xf1ana, \xbfest\xe1?"],
    ["a type without charset", "Content-Type: text/plain\r\n\r\nMa\xf1ana, \xbfest\xe1?"],
    [
      "quoted-printable text",
      "Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nMa=F1ana, =BFest=E1?",
    ],
    [
      "base64 text",
      `Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from("Ma\xf1ana, \xbfest\xe1?", "latin1").toString("base64")}`,
    ],
    ["an unknown charset", "Content-Type: text/plain; charset=unknown-8bit\r\n\r\nMa\xf1ana, \xbfest\xe1?"],
    [
      "UTF-8 that is called ASCII",
      "Content-Type: text/plain; charset=us-ascii\r\n\r\nMa\xc3\xb1ana, \xc2\xbfest\xc3\xa1?",
    ],
    ["HTML without charset", "Content-Type: text/html\r\n\r\n<p>Ma\xf1ana, \xbfest\xe1?</p>"],
    [
      "a part without charset",
      'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nMa\xf1ana, \xbfest\xe1?\r\n--b--',
    ],
  ])("guesses the charset of %s", async (_name, raw) => {
    const { message } = await read(Buffer.from(start + raw, "latin1"));
    expect(message.text).toBe("Mañana, ¿está?");
  });

  test("reads 8-bit headers", async () => {
    const { message } = await read(
      Buffer.from("From: Mu\xf1oz <ana@example.org>\r\nSubject: Informaci\xf3n\r\n\r\nhi", "latin1"),
    );
    expect(message).toMatchObject({ from: { name: "Muñoz" }, subject: "Información" });
  });
});

test("hands a free worker to the one who waits longest", async () => {
  const slots = createSlots(1);
  const order: string[] = [];
  await slots.take();
  const waiting = slots.take().then(() => order.push("waiting"));
  slots.release();
  const newcomer = slots.take().then(() => order.push("newcomer"));
  await waiting;
  expect(order).toEqual(["waiting"]);
  slots.release();
  await newcomer;
  expect(order).toEqual(["waiting", "newcomer"]);
});

test("parses a large message in a worker thread with the same result", async () => {
  const raw = Buffer.from(
    `${start}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nSee file\r\n--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n${`${"A".repeat(76)}\r\n`.repeat(6000)}--b--`,
  );
  const [offThread, inline] = await Promise.all([parseMailOffThread(raw, context), parseMail(raw, context)]);
  if (!offThread.ok || !inline.ok) throw new Error("not parsed");
  expect(offThread.message).toEqual(inline.message);
  expect(offThread.files[0]?.sha256.equals(inline.files[0]?.sha256 ?? Buffer.alloc(0))).toBe(true);
});

test("trusts the relays of the mailbox's provider and domain", () => {
  expect(trustedRelays("imap.gmail.com")).toContain("google.com");
  expect(trustedRelays("mail.ejemplo.com.pr")).toEqual(["ejemplo.com.pr"]);
  expect(trustedRelays("imap.example.org")).toEqual(["example.org"]);
});

import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { mailLimits } from "./limits.ts";
import { parseMail } from "./parse.ts";
import { parseMailOffThread } from "./parse-off-thread.ts";
import { trustedRelays } from "./trusted-relays.ts";

const context = { envelopeFrom: null, trusted: ["mx.example.com"] };
const parse = (text: string | Buffer) => parseMail(Buffer.from(text), context);
const read = async (text: string | Buffer) => {
  const result = await parse(text);
  if (!result.ok) throw new Error(result.reason);
  return result;
};
const start = "From: Ana <Ana@Example.com>\r\nTo: x@y.example\r\nSubject: Hi\r\n";

describe("a message", () => {
  test("is told in our words", async () => {
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
      authentication: { spf: "pass", dkim: "pass", dmarc: null },
    });
    expect(files[0]?.content.toString()).toBe("hello");
  });

  test("of HTML alone becomes text, without a tag", async () => {
    const { message } = await read(
      `${start}Content-Type: text/html\r\n\r\n<p>Hola</p><script>x</script><p>¿Cu&aacute;nto?</p>`,
    );
    expect(message.text).toBe("Hola\n\n¿Cuánto?");
  });

  test("carries nothing that the database cannot hold", async () => {
    const { message } = await read(
      `${start.replace("Hi", "a\u0000b")}X: \u0000\r\n\r\none\u0000two \ud800 three`,
    );
    expect(JSON.stringify(message)).not.toMatch(/\\u0000|\\ud800/i);
    expect(message).toMatchObject({ subject: "a b", text: expect.stringMatching(/^onetwo/) });
  });

  test("keeps so much text and no more, cut between letters", async () => {
    const { message } = await read(
      `${start}Content-Type: text/plain; charset=utf-8\r\n\r\n${"ñ".repeat(300_000)}`,
    );
    expect(Buffer.byteLength(message.text)).toBeLessThanOrEqual(mailLimits.textBytes);
    expect(message.text).toMatch(/^ñ+$/);
  });
});

describe("a message that is made to hurt", () => {
  const nested = (depth: number) =>
    start +
    Array.from(
      { length: depth },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    ).join("");
  test.each([
    ["nothing at all", " \r\n\r\n", "empty"],
    ["no headers", "just words\r\n\r\nmore", "not_a_message"],
    ["a stack of parts", nested(30), "too_deep"],
    [
      "a crowd of parts",
      `${start}Content-Type: multipart/mixed; boundary="b"\r\n\r\n${"--b\r\n".repeat(300)}`,
      "too_many_parts",
    ],
    [
      "a crowd of parts behind a boundary in pieces",
      `${start}Content-Type: multipart/mixed; boundary*0=b\r\n\r\n${"--b\r\n".repeat(300)}`,
      "too_many_parts",
    ],
    ["endless headers", `${start}${"X: y\r\n".repeat(80_000)}\r\n`, "headers_too_large"],
    ["endless lines", `${start}\r\n${"\n".repeat(700_000)}`, "too_many_lines"],
  ])("with %s is refused with a reason", async (_name, raw, reason) => {
    expect(await parse(raw)).toEqual({ ok: false, reason });
  });

  test("is refused for its size before anything is read", async () => {
    expect(await parse(Buffer.alloc(mailLimits.messageBytes + 1, 65))).toEqual({
      ok: false,
      reason: "too_large",
    });
  });

  test("may have many lines that only look like delimiters", async () => {
    const { message } = await read(
      `${start}Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\n${"-- \r\n--\r\n".repeat(500)}end\r\n--b--`,
    );
    expect(message.text).toContain("end");
  });
});

test("a large message is read in a thread of its own, to the same result", async () => {
  const raw = Buffer.from(
    `${start}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nSee file\r\n--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n${`${"A".repeat(76)}\r\n`.repeat(6000)}--b--`,
  );
  const [aside, here] = await Promise.all([parseMailOffThread(raw, context), parseMail(raw, context)]);
  if (!aside.ok || !here.ok) throw new Error("not read");
  expect(aside.message).toEqual(here.message);
  expect(aside.files[0]?.sha256.equals(here.files[0]?.sha256 ?? Buffer.alloc(0))).toBe(true);
});

test("the relays of a mailbox are those of its host", () => {
  expect(trustedRelays("imap.gmail.com")).toContain("google.com");
  expect(trustedRelays("mail.ejemplo.com.pr")).toEqual(["ejemplo.com.pr"]);
  expect(trustedRelays("imap.example.org")).toEqual(["example.org"]);
});

import { describe, expect, test } from "vitest";
import { classifyMail, referencedActionId } from "./classify-mail.ts";
import type { MailMessage } from "./message.ts";

const id = "0192f0c1-2a3b-7c4d-8e5f-0123456789ab";
const mail = (more: object): MailMessage =>
  ({
    bounce: null,
    complaint: null,
    automatic: { is: false, why: null },
    subject: "Re: Hola",
    reply: "",
    inReplyTo: null,
    references: [],
    ...more,
  }) as unknown as MailMessage;

describe("what a message that comes back means", () => {
  test.each([
    [{ reply: "Me interesa" }, "Me interesa"],
    [{ reply: "> To hear no more, answer STOP" }, ""],
    [{ reply: "> ours\nBasta\n> ours" }, "Basta"],
    [{ subject: `unsubscribe ${id}`, reply: "" }, "unsubscribe"],
    [{ subject: "Re: baja", reply: "gracias" }, "unsubscribe gracias"],
    // A long letter is read for itself, whatever stands above it.
    [{ subject: "unsubscribe rates", reply: "x".repeat(300) }, "x".repeat(300)],
  ])("%j says %j", (more, text) => {
    expect(classifyMail(mail(more))).toEqual({ kind: "words", text });
  });

  test("a report is a report, and a machine's answer no words", () => {
    expect(classifyMail(mail({ automatic: { is: true, why: "subject" }, reply: "STOP" })).kind).toBe(
      "automatic",
    );
    expect(classifyMail(mail({ bounce: { is: true }, reply: "STOP" })).kind).toBe("bounce");
    expect(classifyMail(mail({ complaint: { type: "abuse", recipient: null } })).kind).toBe("complaint");
  });

  test.each([
    [{ inReplyTo: `<${id}@company.example>` }, id],
    [{ references: ["<other@x>", `<${id.toUpperCase()}@company.example>`] }, id],
    [{ bounce: { originalMessageId: `<${id}@company.example>` } }, id],
    [{ inReplyTo: "<something@company.example>" }, undefined],
    [{}, undefined],
  ])("%j answers %s", (more, action) => {
    expect(referencedActionId(mail(more))).toBe(action);
  });
});

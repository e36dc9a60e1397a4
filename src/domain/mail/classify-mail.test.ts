import { describe, expect, test } from "vitest";
import { classifyMail, referencedActionId } from "./classify-mail.ts";
import type { MailMessage } from "./message.ts";

const id = "0192f0c1-2a3b-7c4d-8e5f-0123456789ab";
const blankMail: MailMessage = {
  messageId: null,
  from: null,
  to: [],
  cc: [],
  replyTo: null,
  subject: "Re: Hola",
  date: null,
  inReplyTo: null,
  references: [],
  text: "",
  reply: "",
  attachments: [],
  automatic: { is: false, why: null },
  bounce: null,
  complaint: null,
  authentication: { spf: null, dkim: null, dmarc: null, sender: null },
};
const mail = (overrides: object): MailMessage => ({ ...blankMail, ...overrides });

describe("classifying inbound mail", () => {
  test.each([
    [{ reply: "Me interesa" }, "Me interesa"],
    [{ reply: "> To hear no more, answer STOP" }, ""],
    [{ reply: "> ours\nBasta\n> ours" }, "Basta"],
    [{ subject: `unsubscribe ${id}`, reply: "" }, "unsubscribe"],
    [{ subject: "Re: baja", reply: "gracias" }, "unsubscribe gracias"],
    // The text of a long message counts, whatever its subject.
    [{ subject: "unsubscribe rates", reply: "x".repeat(300) }, "x".repeat(300)],
  ])("%j is a reply with the text %j", (overrides, text) => {
    expect(classifyMail(mail(overrides))).toEqual({ kind: "reply", text });
  });

  test("distinguishes reports and automatic mail from replies", () => {
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
  ])("%j refers to the action %s", (overrides, action) => {
    expect(referencedActionId(mail(overrides))).toBe(action);
  });
});

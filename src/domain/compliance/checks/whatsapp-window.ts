import { type Check, note, pass, wait } from "#domain/compliance/check.ts";
import { conversationMs } from "#domain/compliance/defaults.ts";
import { isWithin } from "#domain/compliance/durations.ts";

/** Free text only within a day of their last message; later, a template that WhatsApp approved, or nothing. */
export const whatsappWindow: Check = {
  id: "whatsapp_window",
  check: ({ channel, content, template, approvedTemplate }, { lastInboundAt, now }) => {
    if (channel !== "whatsapp") return pass;
    if (content === "freeform" && isWithin(lastInboundAt.whatsapp, now, conversationMs)) return pass;
    if (template !== null && approvedTemplate === true)
      return content === "template"
        ? pass
        : { ...note({ code: "whatsapp_template_used", template }), use: "template" };
    return template === null
      ? wait(null, { code: "whatsapp_window_closed", at: lastInboundAt.whatsapp ?? null })
      : wait(null, { code: "whatsapp_template_not_approved", template });
  },
};

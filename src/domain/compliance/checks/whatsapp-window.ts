import { type Check, note, pass, wait } from "#domain/compliance/check.ts";
import { dayMs, within } from "#domain/compliance/facts.ts";

/** Free text only within a day of their last message; later, a template that WhatsApp approved, or nothing. */
export const whatsappWindow: Check = {
  id: "whatsapp_window",
  check: ({ channel, content, template, approvedTemplate }, { lastInboundAt, now }) => {
    if (channel !== "whatsapp") return pass;
    if (content === "freeform" && within(lastInboundAt.whatsapp, now, dayMs)) return pass;
    if (template !== null && approvedTemplate === true)
      return content === "template"
        ? pass
        : { ...note({ code: "whatsapp_template_used", template }), use: "template" };
    return template === null
      ? wait(null, { code: "whatsapp_window_closed", at: lastInboundAt.whatsapp ?? null })
      : wait(null, { code: "whatsapp_template_not_approved", template });
  },
};

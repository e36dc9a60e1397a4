import { defineCheck, pass, passWith, wait } from "#domain/compliance/check.ts";
import { conversationMs } from "#domain/compliance/defaults.ts";
import { isRecent } from "#domain/compliance/durations.ts";

/** WhatsApp allows free text within a day of the person's last message, and approved templates at any time. */
export const whatsappWindowCheck = defineCheck({
  id: "whatsapp_window",
  reasons: {
    whatsapp_window_closed: "wait",
    whatsapp_template_not_approved: "wait",
    whatsapp_template_used: "note",
  },
  evaluate: ({ channel, content, template, approvedTemplate }, { lastInboundAt, now }) => {
    if (channel !== "whatsapp") return pass;
    if (content === "freeform" && isRecent(lastInboundAt.whatsapp, now, conversationMs)) return pass;
    if (template !== null && approvedTemplate === true)
      return content === "template"
        ? pass
        : { ...passWith({ code: "whatsapp_template_used", template }), use: "template" };
    return template === null
      ? wait(null, { code: "whatsapp_window_closed", at: lastInboundAt.whatsapp ?? null })
      : wait(null, { code: "whatsapp_template_not_approved", template });
  },
});

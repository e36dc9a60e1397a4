import { defineCheck, pass, passWith, stop, wait } from "#domain/compliance/check.ts";
import { conversationMs, marketingRetryMs } from "#domain/compliance/defaults.ts";
import { isRecent } from "#domain/compliance/durations.ts";
import { findAreaCode } from "#domain/places/area-codes.ts";
import { isStateOfUnion, isTerritory } from "#domain/places/regions.ts";

const regionsOf = (phone: string | null): readonly string[] =>
  phone !== null && /^\+1\d{10}$/.test(phone) ? (findAreaCode(phone.slice(2, 5))?.regions ?? []) : [];

/**
 * Since 2025-04-01 WhatsApp does not deliver marketing templates to numbers of the United States. Whether that covers
 * the area codes of Puerto Rico and the other territories is not published, so these are tried. Templates of the
 * utility category and free text within the 24-hour window are not affected.
 */
export const whatsappMarketingCheck = defineCheck({
  id: "whatsapp_marketing",
  reasons: {
    whatsapp_marketing_us: "stop",
    whatsapp_marketing_limited: "wait",
    whatsapp_marketing_untested: "note",
  },
  evaluate: (
    { channel, purpose, content, approvedTemplate, templateCategory = "marketing" },
    { phone, lastInboundAt, whatsappLimitedAt, now },
  ) => {
    if (channel !== "whatsapp" || purpose !== "marketing" || templateCategory === "utility") return pass;
    const isAnswer = content === "freeform" && isRecent(lastInboundAt.whatsapp, now, conversationMs);
    // Free text without an approved template waits for the window.
    if (isAnswer || !approvedTemplate) return pass;
    const regions = regionsOf(phone);
    if (regions.some(isStateOfUnion)) return stop({ code: "whatsapp_marketing_us" });
    const mayTryNow = whatsappLimitedAt === null || whatsappLimitedAt + marketingRetryMs <= now;
    if (!mayTryNow)
      return wait(whatsappLimitedAt + marketingRetryMs, {
        code: "whatsapp_marketing_limited",
        at: whatsappLimitedAt,
      });
    return regions.some(isTerritory) ? passWith({ code: "whatsapp_marketing_untested" }) : pass;
  },
});

import { addressKindOf } from "#domain/channels/channel.ts";
import { defineCheck, pass, stop } from "#domain/compliance/check.ts";
import { mayExist } from "#domain/phone.ts";
import { findServiceCode } from "#domain/places/area-codes.ts";

const mailbox =
  /^(?!\.)(?!.*\.\.)[^\s@"(),:;<>[\]\\]{1,64}(?<!\.)@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i;

/** The address exists, is well-formed and can receive the channel. */
export const addressCheck = defineCheck({
  id: "address",
  reasons: {
    address_missing: "stop",
    address_invalid: "stop",
    address_not_reachable: "stop",
  },
  evaluate: ({ channel }, { phone, email, x, lineType, lastInboundAt }) => {
    if (channel === "x") return x === null ? stop({ code: "address_missing", channel }) : pass;
    if (addressKindOf(channel) === "email") {
      if (!email) return stop({ code: "address_missing", channel });
      const valid = email.length <= 254 && mailbox.test(email);
      return valid ? pass : stop({ code: "address_invalid", channel });
    }
    if (!phone) return stop({ code: "address_missing", channel });
    if (!mayExist(phone)) return stop({ code: "address_invalid", channel });
    const service = phone.startsWith("+1") ? findServiceCode(phone.slice(2, 5)) : undefined;
    if (service) return stop({ code: "address_not_reachable", channel, kind: service });
    const isText = channel === "sms" || (channel === "whatsapp" && !lastInboundAt.whatsapp);
    if (lineType === "landline" && isText)
      return stop({ code: "address_not_reachable", channel, kind: "landline" });
    return pass;
  },
});

import { json } from "#server/connectors/probe.ts";
import { type WhatsappContext, whatsapp } from "#server/connectors/whatsapp.ts";
import { hasKey } from "./callback-key.ts";
import { keyFor } from "./digest.ts";
import type { Messenger } from "./messenger.ts";
import { outcomeOf } from "./outcome.ts";
import { rateOf, whatsappRate } from "./rates.ts";
import { cloudBody, readCloud, suitsDialect } from "./whatsapp-cloud.ts";
import { judgeCloud } from "./whatsapp-codes.ts";

const id = "whatsapp-360dialog";

/** Meta's words in other hands. It signs nothing, but sends along any header that was registered with the address. */
export const whatsapp360dialog: Messenger = {
  id,
  connector: whatsapp,
  suits: suitsDialect("360dialog"),
  channels: ["whatsapp"],
  perSecond: ({ messagesPerSecond }) => rateOf(messagesPerSecond, whatsappRate),
  idempotency: "none",
  send: async (context: WhatsappContext, outgoing) => {
    const { apiKey } = context.settings;
    const call = json(cloudBody(outgoing));
    const answer = await context.send({
      ...call,
      path: "/messages",
      headers: { ...call.headers, "d360-api-key": apiKey ?? "" },
    });
    return outcomeOf("360dialog", answer, judgeCloud, [apiKey]);
  },
  verify: ({ apiKey }, request) => hasKey(id, apiKey, request),
  callbackKey: ({ apiKey }) => keyFor(id, apiKey),
  read: readCloud,
};

import type { InboundMessage, Messenger, VendorUpdate } from "#server/connectors/messaging/messenger.ts";
import type { Log } from "#server/log.ts";
import { processMailReport } from "./mail-reports.ts";
import type { Receipts } from "./receipts.ts";
import { type MessageOrigin, receiveMessage, storeMessages } from "./receive-message.ts";
import type { ReceiveContext } from "./record-inbound.ts";
import { processTemplateUpdate } from "./template-updates.ts";

export type CallbackContext = ReceiveContext & {
  receipts: Receipts;
  log: Log;
  /** It came from a simulator outside the demo. */
  isTest: boolean;
};

/** On a call, a person waits for our answer. */
export const isSpoken = ({ channels }: Pick<Messenger, "channels">): boolean =>
  channels.some((channel) => channel === "call" || channel === "voice_agent");

/**
 * Processes what a vendor reported: receipts move actions forward; messages are stored, and the worker works them off.
 * What is said in a call is worked off before the answer, so that the call's lines stay in their order.
 */
export const processUpdates = async (
  messenger: Pick<Messenger, "id" | "channels">,
  updates: VendorUpdate[],
  context: CallbackContext,
): Promise<void> => {
  const { isTest, write } = context;
  const isUrgent = isSpoken(messenger);
  const receipts = Promise.all(
    updates.map(
      (update) => update.kind === "status" && context.receipts.add(messenger.id, update, { isUrgent }),
    ),
  );
  // When a message fails first, the rejection of the receipts has no other listener.
  receipts.catch(() => {});
  const messages = updates.filter((update) => update.kind === "message");
  const origin = { messenger: messenger.id, isTest };
  if (isUrgent) await receiveSpoken(messages, origin, context);
  else if (messages.length > 0) await storeMessages(write, messages, origin);
  for (const update of updates) {
    if (update.kind === "mail") await processMailReport(messenger.id, update, context);
    // What a simulator approves outside the demo lets nothing out.
    if (update.kind === "template" && !isTest) await processTemplateUpdate(update, context);
  }
  await receipts;
};

/** What cannot be worked off now is left to the worker. */
const receiveSpoken = async (
  messages: readonly InboundMessage[],
  origin: MessageOrigin,
  context: CallbackContext,
): Promise<void> => {
  for (const message of messages) {
    try {
      await receiveMessage(context, message, origin, { isUrgent: true });
    } catch (error) {
      context.log.warn({ error }, "what was said in a call is worked off later");
      await storeMessages(context.write, [message], origin);
    }
  }
};

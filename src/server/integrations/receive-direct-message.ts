import * as z from "zod";
import { simulationOf } from "#domain/messages/simulation.ts";
import { xAddress } from "#domain/people/person-address.ts";
import { receiveMessage } from "#server/pipeline/receive/receive-message.ts";
import { done, type WorkHandler } from "./work-context.ts";

const payload = z.object({
  id: z.string(),
  accountId: z.string(),
  handle: z.string(),
  name: z.string().nullable(),
  text: z.string(),
  at: z.number(),
});

/** A direct message is processed as a message on any other channel is. */
export const receiveDirectMessage: WorkHandler = async (work, { vendor, isSimulated }, context) => {
  if (!vendor.messages) return done;
  const { id, accountId, handle, name, text, at } = payload.parse(work.payload);
  const isTest = simulationOf(isSimulated, await context.simulation()) === "test";
  await receiveMessage(
    context,
    {
      kind: "message",
      providerId: id,
      channel: vendor.messages.channel,
      from: xAddress(accountId),
      to: "",
      text,
      name,
      handle,
      at,
    },
    { messenger: vendor.connector.id, isTest },
  );
  return done;
};

import * as z from "zod";
import { simulationOf } from "#domain/messages/simulation.ts";
import { xAddress } from "#domain/people/person-address.ts";
import { processMessage } from "#server/pipeline/deliver/callback.ts";
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
export const receiveMessage: WorkHandler = async (
  work,
  { vendor, isSimulated },
  { write, hash, simulation },
) => {
  if (!vendor.messages) return done;
  const { id, accountId, handle, name, text, at } = payload.parse(work.payload);
  const isTest = simulationOf(isSimulated, await simulation()) === "test";
  await processMessage(
    vendor.connector.id,
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
    { write, hash, isTest },
  );
  return done;
};

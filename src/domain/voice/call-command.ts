import * as z from "zod";

/** What an operator does with a running call. */
export const callCommand = z.discriminatedUnion("kind", [
  /** Read by the agent before its next answer; the other party does not hear it. */
  z.strictObject({ kind: z.literal("whisper"), text: z.string().trim().min(1).max(400) }),
  /** The agent falls silent; the operator speaks by `say`, or has the call transferred. */
  z.strictObject({ kind: z.literal("take_over") }),
  /** Spoken to the other party word for word, after `take_over`. */
  z.strictObject({ kind: z.literal("say"), text: z.string().trim().min(1).max(600) }),
  z.strictObject({ kind: z.literal("hand_back") }),
  /** To a transfer target of the phone settings, by its position; absent means in their order. */
  z.strictObject({ kind: z.literal("transfer"), target: z.int().min(0).max(20).optional() }),
  z.strictObject({ kind: z.literal("hang_up") }),
]);
export type CallCommand = z.infer<typeof callCommand>;

/** What reaches a running call from outside its socket. `machine`: an answering machine was detected. */
export type CallSignal = CallCommand | { kind: "machine" };

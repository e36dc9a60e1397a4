import * as z from "zod";

/** Frames that the vendor sends. Unknown types are ignored: new ones appear without notice. */
const relayFrame = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("setup"),
    sessionId: z.string().max(64),
    callSid: z.string().max(64),
    from: z.string().max(64).optional(),
    to: z.string().max(64).optional(),
  }),
  z.object({
    type: z.literal("prompt"),
    voicePrompt: z.string().max(10_000),
    lang: z.string().max(20).optional(),
    last: z.boolean().default(true),
  }),
  z.object({ type: z.literal("dtmf"), digit: z.string().regex(/^[\d*#A-D]$/) }),
  z.object({ type: z.literal("interrupt"), utteranceUntilInterrupt: z.string().max(10_000).default("") }),
  z.object({ type: z.literal("info"), name: z.string().max(60), value: z.string().max(10_000).default("") }),
  z.object({ type: z.literal("error"), description: z.string().max(2_000).default("") }),
]);
export type RelayFrame = z.infer<typeof relayFrame>;

const knownTypes: readonly unknown[] = ["setup", "prompt", "dtmf", "interrupt", "info", "error"];

export type ParsedFrame = { ok: true; frame: RelayFrame | null } | { ok: false };

/** A frame of an unknown type is null; anything else that is no frame is a fault. */
export const parseFrame = (text: string): ParsedFrame => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false };
  }
  const { success, data } = relayFrame.safeParse(json);
  if (success) return { ok: true, frame: data };
  const type = typeof json === "object" && json !== null && "type" in json ? json.type : undefined;
  return typeof type === "string" && !knownTypes.includes(type) ? { ok: true, frame: null } : { ok: false };
};

/** Frames that we send. */
export type OutgoingFrame =
  | {
      type: "text";
      token: string;
      last: boolean;
      lang?: string;
      interruptible: boolean;
      preemptible: boolean;
    }
  | { type: "language"; ttsLanguage: string; transcriptionLanguage: string }
  | { type: "end"; handoffData?: string };

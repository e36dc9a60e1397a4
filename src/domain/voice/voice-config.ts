import * as z from "zod";

export const handoffTriggers = ["high-intent", "customer-request", "complex-question", "complaint"] as const;
/** Minutes; 0 means no limit. */
export const maxCallMinutes = [5, 10, 15, 0] as const;
export const asrProviders = ["elevenlabs", "google", "twilio"] as const;

const salesPrompt =
  "You are a friendly, professional sales representative. Find out what the customer needs, answer briefly and truthfully, and offer a next step. Hand over to a person when asked.";

export const voiceConfig = z.strictObject({
  ttsVoice: z.string().trim().max(200).default("auto"),
  asrProvider: z.enum(asrProviders).default("elevenlabs"),
  instructions: z.string().trim().max(10_000).default(salesPrompt),
  handoffTrigger: z.enum(handoffTriggers).default("high-intent"),
  maxCallMinutes: z.literal(maxCallMinutes).default(10),
});
export type VoiceConfig = z.infer<typeof voiceConfig>;
export const defaultVoiceConfig: VoiceConfig = voiceConfig.parse({});

/** The vendor's longest call. */
const longestCallSeconds = 4 * 3600;
/** For a person who took over: the limit is the agent's. */
const transferSeconds = 3600;

/** When the vendor ends a call by itself. */
export const maxCallSecondsOf = ({ maxCallMinutes: minutes }: VoiceConfig): number =>
  minutes === 0 ? longestCallSeconds : minutes * 60 + transferSeconds;

/** The ways to reach a person. */
export const channels = ["sms", "whatsapp", "call", "voice_agent", "email"] as const;
export type Channel = (typeof channels)[number];

/** What somebody agrees to: a voice agent calls, and asks for the same consent and something more. */
export const consentChannels = ["sms", "whatsapp", "call", "email"] as const;
export type ConsentChannel = (typeof consentChannels)[number];

export const consentOf = (channel: Channel): ConsentChannel => (channel === "voice_agent" ? "call" : channel);
export const addressKindOf = (channel: Channel): "phone" | "email" =>
  channel === "email" ? "email" : "phone";

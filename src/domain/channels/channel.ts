export const channels = ["sms", "whatsapp", "call", "voice_agent", "email"] as const;
export type Channel = (typeof channels)[number];

export const consentChannels = ["sms", "whatsapp", "call", "email"] as const;
export type ConsentChannel = (typeof consentChannels)[number];

/** A voice agent needs the consent to calls. */
export const consentChannelFor = (channel: Channel): ConsentChannel =>
  channel === "voice_agent" ? "call" : channel;

export const addressKindOf = (channel: Channel): "phone" | "email" =>
  channel === "email" ? "email" : "phone";

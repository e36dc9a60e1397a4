import type { Channel } from "#domain/channels/channel.ts";

/** Characters of an answer: two segments of an SMS, a short note on WhatsApp, 150 words in an e-mail. */
const lengths: Record<Channel, number> = {
  sms: 320,
  whatsapp: 600,
  email: 1200,
  call: 600,
  voice_agent: 600,
  x: 600,
};
export const maxReplyLength = (channel: Channel): number => lengths[channel];

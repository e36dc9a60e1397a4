import type { ContactAddressKind, PersonAddressKind } from "#domain/people/person-address.ts";

/** Channels on which a business may write first. Rules, templates and forms choose among these. */
export const outreachChannels = ["sms", "whatsapp", "call", "voice_agent", "email"] as const;
export type OutreachChannel = (typeof outreachChannels)[number];

/** On X only what a person wrote is answered. */
export const channels = [...outreachChannels, "x"] as const;
export type Channel = (typeof channels)[number];

export const consentChannels = ["sms", "whatsapp", "call", "email"] as const;
export type ConsentChannel = (typeof consentChannels)[number];

/** Channels as a person sees them: a voice agent calls, too. */
export const conversationChannels = [...consentChannels, "x"] as const;
export type ConversationChannel = (typeof conversationChannels)[number];

export const conversationChannelFor = (channel: Channel): ConversationChannel =>
  channel === "voice_agent" ? "call" : channel;

/** A voice agent needs the consent to calls. */
export const consentChannelFor = (channel: OutreachChannel): ConsentChannel =>
  channel === "voice_agent" ? "call" : channel;

export const isOutreachChannel = (channel: Channel): channel is OutreachChannel => channel !== "x";

export const contactAddressKindOf = (channel: OutreachChannel): ContactAddressKind =>
  channel === "email" ? "email" : "phone";

export const addressKindOf = (channel: Channel): PersonAddressKind =>
  channel === "x" ? "x" : contactAddressKindOf(channel);

/** On which channels a message to the preferred one may go, in their order where none is preferred. */
export const chosenChannels = ["sms", "whatsapp", "email"] as const;
export type ChosenChannel = (typeof chosenChannels)[number];

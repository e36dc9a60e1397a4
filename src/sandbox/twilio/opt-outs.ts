/** Twilio's own words for silence, by whole messages; that they are fewer than people use is part of the truth. */
const keywords: Record<"STOP" | "START" | "HELP", readonly string[]> = {
  STOP: ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "OPTOUT", "REVOKE"],
  START: ["START", "YES", "UNSTOP"],
  HELP: ["HELP", "INFO"],
};
export type TwilioOptOutType = keyof typeof keywords;

export const findOptOutType = (text: string): TwilioOptOutType | undefined => {
  const said = text.trim().toUpperCase();
  return (Object.keys(keywords) as TwilioOptOutType[]).find((type) => keywords[type].includes(said));
};

/** What Twilio answers by itself, free of charge. */
export const automaticReplies: Record<TwilioOptOutType, string> = {
  STOP: "You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.",
  START:
    "You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe. Msg&Data Rates May Apply.",
  HELP: "Reply STOP to unsubscribe. Msg&Data Rates May Apply.",
};

export type SenderOptOuts = {
  apply: (business: string, customer: string, type: TwilioOptOutType) => void;
  has: (business: string, customer: string) => boolean;
};

/** Pairs of numbers: silence from one number is no silence from another. */
export const createSenderOptOuts = (): SenderOptOuts => {
  const silent = new Set<string>();
  return {
    apply: (business, customer, type) => {
      if (type === "STOP") silent.add(`${business} ${customer}`);
      if (type === "START") silent.delete(`${business} ${customer}`);
    },
    has: (business, customer) => silent.has(`${business} ${customer}`),
  };
};

/** Twilio matches whole messages against these keywords only. */
const keywords: Record<"STOP" | "START" | "HELP", readonly string[]> = {
  STOP: ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "OPTOUT", "REVOKE"],
  START: ["START", "YES", "UNSTOP"],
  HELP: ["HELP", "INFO"],
};
export type TwilioOptOutType = keyof typeof keywords;

export const findOptOutType = (text: string): TwilioOptOutType | undefined => {
  const keyword = text.trim().toUpperCase();
  return (Object.keys(keywords) as TwilioOptOutType[]).find((type) => keywords[type].includes(keyword));
};

/** Twilio sends these itself, free of charge. */
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

/** An opt-out applies to one pair of business and customer number. */
export const createSenderOptOuts = (): SenderOptOuts => {
  const optedOut = new Set<string>();
  return {
    apply: (business, customer, type) => {
      if (type === "STOP") optedOut.add(`${business} ${customer}`);
      if (type === "START") optedOut.delete(`${business} ${customer}`);
    },
    has: (business, customer) => optedOut.has(`${business} ${customer}`),
  };
};

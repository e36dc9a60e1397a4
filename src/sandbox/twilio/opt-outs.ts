/** Twilio's own words for silence, by whole messages; that they are fewer than people use is part of the truth. */
const words: Record<"STOP" | "START" | "HELP", readonly string[]> = {
  STOP: ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "OPTOUT", "REVOKE"],
  START: ["START", "YES", "UNSTOP"],
  HELP: ["HELP", "INFO"],
};
export type OptOutType = keyof typeof words;

export const optOutTypeOf = (text: string): OptOutType | undefined => {
  const said = text.trim().toUpperCase();
  return (Object.keys(words) as OptOutType[]).find((type) => words[type].includes(said));
};

/** What Twilio answers by itself, free of charge. */
export const ownReplies: Record<OptOutType, string> = {
  STOP: "You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.",
  START:
    "You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe. Msg&Data Rates May Apply.",
  HELP: "Reply STOP to unsubscribe. Msg&Data Rates May Apply.",
};

export type OptOuts = {
  hear: (business: string, customer: string, type: OptOutType) => void;
  has: (business: string, customer: string) => boolean;
};

/** Pairs of numbers: silence from one number is no silence from another. */
export const createOptOuts = (): OptOuts => {
  const silent = new Set<string>();
  return {
    hear: (business, customer, type) => {
      if (type === "STOP") silent.add(`${business} ${customer}`);
      if (type === "START") silent.delete(`${business} ${customer}`);
    },
    has: (business, customer) => silent.has(`${business} ${customer}`),
  };
};

/** The addresses that a simulated account no longer writes to, and since when. */
export type SimulatedSuppressions = {
  /** The reason of a dropped message; undefined where mail is sent. */
  reasonFor: (email: string) => string | undefined;
  note: (email: string, events: readonly { event: string; type?: string }[]) => void;
  unsubscribe: (email: string) => void;
  resubscribe: (email: string) => boolean;
  /** Milliseconds since 1970; undefined where the address is subscribed. */
  unsubscribedAt: (email: string) => number | undefined;
  unsubscribed: () => { email: string; at: number }[];
};

export const createSuppressions = (): SimulatedSuppressions => {
  const unsubscribed = new Map<string, number>();
  const reasons = new Map<string, string>();
  const key = (email: string): string => email.trim().toLowerCase();
  const unsubscribe = (email: string): void => {
    if (!unsubscribed.has(key(email))) unsubscribed.set(key(email), Date.now());
  };
  return {
    reasonFor: (email) => (unsubscribed.has(key(email)) ? "Unsubscribed Address" : reasons.get(key(email))),
    note: (email, events) => {
      for (const { event, type } of events) {
        if (event === "unsubscribe") unsubscribe(email);
        if (event === "spamreport") reasons.set(key(email), "Spam Reporting Address");
        if (event === "bounce" && type === "bounce") reasons.set(key(email), "Bounced Address");
      }
    },
    unsubscribe,
    resubscribe: (email) => unsubscribed.delete(key(email)),
    unsubscribedAt: (email) => unsubscribed.get(key(email)),
    unsubscribed: () => [...unsubscribed].map(([email, at]) => ({ email, at })),
  };
};

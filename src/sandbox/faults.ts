import type { Random } from "./random.ts";

/** How a send goes wrong. `accept-…` has an effect, `refuse-…` has none. */
export const faults = [
  "ok",
  /** Accepts and resets the connection. */
  "accept-cut",
  /** Accepts and responds with a server error. */
  "accept-500",
  /** Accepts and never responds. */
  "accept-hang",
  /** Accepts and sends the response byte by byte. */
  "accept-drip",
  "refuse-500",
  /** Too many requests, with `Retry-After`. */
  "refuse-429",
  "refuse-hang",
  /** The callbacks come before the response. */
  "early-callback",
  /** Each callback comes five times. */
  "duplicate-callbacks",
  /** The last callback comes first. */
  "reordered-callbacks",
  /** The first callback is for an unknown id. */
  "stray-callback",
  /** The first callback has a wrong signature and a false status. */
  "forged-callback",
] as const;
export type Fault = (typeof faults)[number];

export const isFault = (name: string): name is Fault => faults.some((fault) => fault === name);

export type FaultPlan = {
  /** The share of each fault; the rest is ok. */
  shares: { fault: Fault; share: number }[];
  /** The number of sends it still applies to. */
  times: number;
};

export type FaultSelector = {
  plan: (vendor: string, plan: FaultPlan | undefined) => void;
  seed: (seed: number) => void;
  /** A fault named in the credential comes first, then the recipient's, then the vendor's plan. */
  choose: (
    vendor: string,
    hints: { credential?: string | undefined; byRecipient?: Fault | undefined },
  ) => Fault;
};

export const createFaultSelector = (random: Random): FaultSelector => {
  const plans = new Map<string, FaultPlan>();
  const draw = (shares: FaultPlan["shares"]): Fault => {
    let remaining = random.next();
    for (const { fault, share } of shares) {
      if (remaining < share) return fault;
      remaining -= share;
    }
    return "ok";
  };
  return {
    plan: (vendor, plan) => {
      if (plan) plans.set(vendor, plan);
      else plans.delete(vendor);
    },
    seed: random.seed,
    choose: (vendor, { credential, byRecipient }) => {
      const byCredential = faults.find((fault) => fault !== "ok" && credential?.includes(fault));
      const chosen = byCredential ?? byRecipient;
      if (chosen) return chosen;
      const plan = plans.get(vendor);
      if (!plan) return "ok";
      if (--plan.times <= 0) plans.delete(vendor);
      return draw(plan.shares);
    },
  };
};

import type { Random } from "./random.ts";

/** Ways in which a request that should have an effect goes wrong. The first word says whether it had one. */
export const faults = [
  "ok",
  /** Takes it and resets the connection. */
  "accept-cut",
  /** Takes it and answers that it failed. */
  "accept-500",
  /** Takes it and never answers. */
  "accept-hang",
  /** Takes it and lets the answer fall byte by byte. */
  "accept-drip",
  "refuse-500",
  /** Too many requests; says when to come back. */
  "refuse-429",
  "refuse-hang",
  /** What became of it is told before the request is answered. */
  "early-callback",
  /** Each callback comes five times. */
  "duplicate-callbacks",
  /** The last callback comes first. */
  "reordered-callbacks",
  /** Before the true callbacks comes one for an id nobody knows. */
  "stray-callback",
  /** Before the true callbacks comes one whose signature is wrong, and which lies. */
  "forged-callback",
] as const;
export type Fault = (typeof faults)[number];

export const isFault = (name: string): name is Fault => faults.some((fault) => fault === name);

export type FaultPlan = {
  /** How often each happens; what is left is ok. */
  shares: { fault: Fault; share: number }[];
  /** How many requests it still covers. */
  times: number;
};

export type FaultSelector = {
  plan: (vendor: string, plan: FaultPlan | undefined) => void;
  seed: (seed: number) => void;
  /** A word in the credential comes first, then the number called, then the vendor's plan. */
  choose: (vendor: string, hints: { credential?: string | undefined; byNumber?: Fault | undefined }) => Fault;
};

export const createFaultSelector = (random: Random): FaultSelector => {
  const plans = new Map<string, FaultPlan>();
  const draw = (shares: FaultPlan["shares"]): Fault => {
    let left = random.next();
    for (const { fault, share } of shares) {
      if (left < share) return fault;
      left -= share;
    }
    return "ok";
  };
  return {
    plan: (vendor, plan) => {
      if (plan) plans.set(vendor, plan);
      else plans.delete(vendor);
    },
    seed: random.seed,
    choose: (vendor, { credential, byNumber }) => {
      const named = faults.find((fault) => fault !== "ok" && credential?.includes(fault));
      if (named ?? byNumber) return named ?? byNumber ?? "ok";
      const plan = plans.get(vendor);
      if (!plan) return "ok";
      if (--plan.times <= 0) plans.delete(vendor);
      return draw(plan.shares);
    },
  };
};

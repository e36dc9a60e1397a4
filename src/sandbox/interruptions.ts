/** What one request to a vendor gets instead of its answer. */
export const interruptionKinds = [
  "unauthorized",
  /** Too many requests, with `Retry-After`. */
  "rate-limited",
  /** Too many requests, without a time. */
  "rate-limited-bare",
  "server-error",
  /** The error page of a gateway. */
  "html",
  /** Status 200 with an error inside. */
  "false-success",
  /** Does what is asked and resets the connection. */
  "cut",
] as const;
export type InterruptionKind = (typeof interruptionKinds)[number];

export type InterruptionPlan = {
  as: InterruptionKind;
  /** Requests that pass before it begins. */
  skip: number;
  /** Requests that it then applies to. */
  times: number;
  /** Only requests whose path contains this. */
  path: string;
};

export type Interruptions = {
  plan: (vendor: string, plan: InterruptionPlan) => void;
  reset: () => void;
  /** How the next request to a path of the vendor is interrupted. */
  take: (vendor: string, path: string) => InterruptionKind | undefined;
};

export const createInterruptions = (): Interruptions => {
  const plans = new Map<string, InterruptionPlan>();
  return {
    plan: (vendor, plan) => void plans.set(vendor, { ...plan }),
    reset: () => plans.clear(),
    take: (vendor, path) => {
      const plan = plans.get(vendor);
      if (!plan || !path.includes(plan.path)) return undefined;
      if (plan.skip > 0) {
        plan.skip -= 1;
        return undefined;
      }
      plan.times -= 1;
      if (plan.times <= 0) plans.delete(vendor);
      return plan.as;
    },
  };
};

import type { Fault } from "./faults.ts";

/** One step of what becomes of a message: after a while something is so, and then it is told. */
export type StatusStep = { afterMs: number; apply: () => void; post: () => Promise<unknown> };

export type CallbackPlan = {
  /** Everything that becomes of it, told as reliably as the fault allows. */
  run: (fault: Fault) => Promise<void>;
  /** Tells of something nobody asked for. */
  postStray?: () => Promise<unknown>;
  /** Tells a lie under a signature that is not the vendor's. */
  postForged?: () => Promise<unknown>;
};

export const runCallbackPlan = async (
  { run: course, postStray: stray, postForged: forged }: CallbackPlan,
  fault: Fault,
): Promise<void> => {
  if (fault === "stray-callback") await stray?.();
  if (fault === "forged-callback") await forged?.();
  await course(fault);
};

/** Posts once, or as often and as late as the fault says; `after` posts what was held back. */
export const createCallbackPoster = (fault: Fault) => {
  const held: (() => Promise<unknown>)[] = [];
  return {
    tell: async (post: () => Promise<unknown>): Promise<void> => {
      if (fault === "reordered-callbacks") held.unshift(post);
      else if (fault === "duplicate-callbacks") await Promise.all([post(), post(), post(), post(), post()]);
      else await post();
    },
    after: async (): Promise<void> => {
      for (const post of held) await post();
    },
  };
};
export type PostCallback = ReturnType<typeof createCallbackPoster>["tell"];

/** A course whose steps are known from the start. */
export const runSteps =
  (notices: readonly StatusStep[], wait: (ms: number) => Promise<void>): CallbackPlan["run"] =>
  async (fault) => {
    const { tell, after } = createCallbackPoster(fault);
    for (const { afterMs, apply, post } of notices) {
      if (fault !== "early-callback") await wait(afterMs);
      apply();
      await tell(post);
    }
    await after();
  };

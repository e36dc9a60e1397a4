import type { Fault } from "./faults.ts";

/** One status change of a message or call: after a delay the state changes, then its callback is posted. */
export type StatusStep = { afterMs: number; apply: () => void; post: () => Promise<unknown> };

export type CallbackPlan = {
  /** Posts the true callbacks, with the distortion that the fault asks for. */
  run: (fault: Fault) => Promise<void>;
  /** Posts a callback for an id that the business does not know. */
  postStray?: () => Promise<unknown>;
  /** Posts a false status under a wrong signature. */
  postForged?: () => Promise<unknown>;
};

export const runCallbackPlan = async (
  { run, postStray, postForged }: CallbackPlan,
  fault: Fault,
): Promise<void> => {
  if (fault === "stray-callback") await postStray?.();
  if (fault === "forged-callback") await postForged?.();
  await run(fault);
};

/** Posts each callback once, or as the fault says. `flush` posts those that were delayed. */
export const createCallbackPoster = (fault: Fault) => {
  const delayed: (() => Promise<unknown>)[] = [];
  return {
    post: async (post: () => Promise<unknown>): Promise<void> => {
      if (fault === "reordered-callbacks") delayed.unshift(post);
      else if (fault === "duplicate-callbacks") await Promise.all([post(), post(), post(), post(), post()]);
      else await post();
    },
    flush: async (): Promise<void> => {
      for (const post of delayed) await post();
    },
  };
};
export type PostCallback = ReturnType<typeof createCallbackPoster>["post"];

/** A run whose steps are all known in advance. */
export const runSteps =
  (steps: readonly StatusStep[], wait: (ms: number) => Promise<void>): CallbackPlan["run"] =>
  async (fault) => {
    const poster = createCallbackPoster(fault);
    for (const { afterMs, apply, post } of steps) {
      if (fault !== "early-callback") await wait(afterMs);
      apply();
      await poster.post(post);
    }
    await poster.flush();
  };

import type { Fault } from "./faults.ts";

/** One step of what becomes of a message: after a while something is so, and then it is told. */
export type Notice = { afterMs: number; apply: () => void; post: () => Promise<unknown> };

export type Announcement = {
  /** Everything that becomes of it, told as reliably as the fault allows. */
  course: (fault: Fault) => Promise<void>;
  /** Tells of something nobody asked for. */
  stray?: () => Promise<unknown>;
  /** Tells a lie under a signature that is not the vendor's. */
  forged?: () => Promise<unknown>;
};

export const announce = async ({ course, stray, forged }: Announcement, fault: Fault): Promise<void> => {
  if (fault === "stray-callback") await stray?.();
  if (fault === "forged-callback") await forged?.();
  await course(fault);
};

/** Posts once, or as often and as late as the fault says; `after` posts what was held back. */
export const createTeller = (fault: Fault) => {
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
export type Tell = ReturnType<typeof createTeller>["tell"];

/** A course whose steps are known from the start. */
export const inSteps =
  (notices: readonly Notice[], wait: (ms: number) => Promise<void>): Announcement["course"] =>
  async (fault) => {
    const { tell, after } = createTeller(fault);
    for (const { afterMs, apply, post } of notices) {
      if (fault !== "early-callback") await wait(afterMs);
      apply();
      await tell(post);
    }
    await after();
  };

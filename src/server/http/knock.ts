import { Problem } from "#server/api/problem.ts";
import type { Hooks } from "#server/pipeline/hooks.ts";
import type { HookTarget } from "#server/store/hooks.ts";

/** The endpoint behind a token; unknown, out of date and switched off look the same from outside. */
export const knock = async (hooks: Hooks, token: string, now: number): Promise<HookTarget> => {
  const hook = await hooks.find(token);
  if (!hook || hook.status === "inactive" || hook.tokenUntil < now) throw new Problem("not_found");
  return hook;
};

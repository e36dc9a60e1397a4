import { Problem } from "#server/api/problem.ts";
import type { Hooks } from "#server/pipeline/ingest/webhook/endpoint-cache.ts";
import type { HookTarget } from "#server/store/ingestion/webhook-endpoints.ts";

/** The endpoint behind a token; unknown, out of date and switched off look the same from outside. */
export const knock = (hooks: Hooks, token: string, now: number): HookTarget | Promise<HookTarget> => {
  const found = hooks.find(token);
  return found instanceof Promise ? found.then((hook) => atHome(hook, now)) : atHome(found, now);
};

const atHome = (hook: HookTarget | undefined, now: number): HookTarget => {
  if (!hook || hook.status === "inactive" || hook.tokenUntil < now) throw new Problem("not_found");
  return hook;
};

import { dateTriggerKey } from "./date-trigger.ts";
import type { CompiledRule } from "./evaluate.ts";
import type { TriggerWatch } from "./kinds.ts";

export const segmentWatchPrefix = "segment:";

/** Rules that wait for the same share one look. */
export const watchKey = (watch: TriggerWatch): string =>
  watch.of === "segment" ? segmentWatchPrefix + watch.id : dateTriggerKey(watch);

/** What a rule waits for that no event announces: its triggers, and segments at which its runs end. */
export const watchesOf = ({ triggers, sequence }: CompiledRule): TriggerWatch[] => [
  ...triggers.flatMap(({ watches }) => (watches ? [watches] : [])),
  ...(sequence?.stopOn ?? []).flatMap((one): TriggerWatch[] =>
    one.kind === "segment" ? [{ of: "segment", id: one.segmentId }] : [],
  ),
];

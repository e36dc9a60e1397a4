import type { AudienceNode } from "#domain/audience/audience.ts";
import type { RuleAction } from "#domain/rules/rule.ts";
import { type BroadcastInput, broadcastInput } from "./broadcast.ts";
import { type PartFilter, type PersonOutcome, partsOf } from "./broadcast-parts.ts";

export type FollowUpKind = "unanswered" | "failed";

const fieldOf = (broadcastId: string): string => `broadcast.${broadcastId}`;

const became = (broadcastId: string, outcome: PersonOutcome): AudienceNode => ({
  field: fieldOf(broadcastId),
  op: "has_any",
  value: [outcome],
});

/** People of a broadcast by what became of it. It follows them: who answers later is no longer among them. */
export const followUpAudience = (broadcastId: string, kind: FollowUpKind): AudienceNode =>
  kind === "failed"
    ? became(broadcastId, "failed")
    : { all: [became(broadcastId, "got"), { not: became(broadcastId, "answered") }] };

/** People of one group of a check, or with one outcome. */
export const partAudience = (
  broadcastId: string,
  { outcome, ...filter }: PartFilter & { outcome?: PersonOutcome },
): AudienceNode => ({
  field: fieldOf(broadcastId),
  op: "has_all",
  value: [...partsOf(filter), ...(outcome === undefined ? [] : [outcome])],
});

const maxName = broadcastInput.shape.name.maxLength ?? 200;

/** Without what is only known of the stored one. A moment is not copied: it belongs to the first one. */
export const copyOfBroadcast = (broadcast: BroadcastInput, name: string): BroadcastInput => {
  const definition = broadcastInput.strip().parse({ ...broadcast, name: name.slice(0, maxName) });
  return definition.when.kind === "at" ? { ...definition, when: { kind: "now" } } : definition;
};

export type FollowUp = {
  kind: FollowUpKind;
  name: string;
  /** What they get; the steps of the first one where it is left out. */
  actions?: readonly RuleAction[];
};

/** A broadcast to those people of another one; none of them is kept aside. */
export const followUpOf = (
  broadcast: BroadcastInput & { id: string },
  { kind, name, actions }: FollowUp,
): BroadcastInput => ({
  ...copyOfBroadcast(broadcast, name),
  audience: followUpAudience(broadcast.id, kind),
  except: null,
  when: { kind: "now" },
  holdoutPercent: 0,
  ...(actions ? { actions: [...actions] } : {}),
});

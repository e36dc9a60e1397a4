import type { Broadcast } from "#contract/broadcasts.ts";
import { type Audience, audience as audienceSchema } from "#domain/audience/audience.ts";
import type { BroadcastInput, BroadcastPurpose, BroadcastWhen } from "#domain/broadcasts/broadcast.ts";
import { withStepIds } from "#domain/sequences/compile-sequence.ts";
import { isChannel } from "#web/components/rule/read-row.ts";
import { newStepId } from "#web/components/sequence/draft-steps.ts";
import { hasId, type SequenceRow, toRows, toTree } from "#web/components/sequence/step-tree.ts";

export type BroadcastDraft = {
  name: string;
  /** Undefined is everybody. */
  audience: Audience | undefined;
  hasExcept: boolean;
  except: Audience | undefined;
  purpose: BroadcastPurpose;
  /** Each kind keeps its content while the other one is shown. */
  content: "message" | "steps";
  message: SequenceRow;
  steps: SequenceRow[];
  when: BroadcastWhen;
  /** NaN while the field holds no number. */
  perMinute: number | null;
  /** One of the two paces at most. */
  spreadHours: number | null;
  holdoutPercent: number;
  guard: boolean;
};

const emptyMessage = (): SequenceRow => ({ id: newStepId(), type: "sms", template: "" });

const unlessEverybody = (audience: Audience | null): Audience | undefined =>
  audience === null || "everybody" in audience ? undefined : audience;

/** The people who were chosen elsewhere, as the address names them. What cannot be read leaves the choice open. */
export const chosenAudience = (params: URLSearchParams): Audience | undefined => {
  const segmentId = params.get("segment");
  if (segmentId !== null) return { field: `segment.${segmentId}`, op: "in" };
  const where = params.get("where");
  if (where === null) return undefined;
  try {
    return unlessEverybody(audienceSchema.safeParse(JSON.parse(where)).data ?? null);
  } catch {
    return undefined;
  }
};

export const emptyDraft = (audience?: Audience): BroadcastDraft => ({
  name: "",
  audience,
  hasExcept: false,
  except: undefined,
  purpose: "marketing",
  content: "message",
  message: emptyMessage(),
  steps: [],
  when: { kind: "now" },
  perMinute: null,
  spreadHours: null,
  holdoutPercent: 0,
  guard: true,
});

/** One message without anything that only a step has. */
const isPlainMessage = ({ type, wait, onlyIf }: SequenceRow): boolean => isChannel(type) && !wait && !onlyIf;

export const toDraft = (broadcast: Broadcast): BroadcastDraft => {
  const { name, audience, except, purpose, actions, when, perMinute, spreadHours, holdoutPercent, guard } =
    broadcast;
  const rows = toRows(toTree(withStepIds(actions, newStepId).filter(hasId)));
  const [first] = rows;
  const message = rows.length === 1 && first && isPlainMessage(first) ? first : undefined;
  return {
    name,
    audience: unlessEverybody(audience),
    hasExcept: except !== null,
    except: unlessEverybody(except),
    purpose,
    content: message ? "message" : "steps",
    message: message ?? emptyMessage(),
    steps: message ? [] : rows,
    when,
    perMinute,
    spreadHours,
    holdoutPercent,
    guard,
  };
};

export const actionsOf = ({ content, message, steps }: BroadcastDraft): SequenceRow[] =>
  content === "message" ? [message] : steps;

export const exceptOf = ({ hasExcept, except }: BroadcastDraft): Audience | null =>
  hasExcept && except ? except : null;

/** What the server stores of a draft. Whom to skip is chosen in the preview. */
export const toInput = (draft: BroadcastDraft): Omit<BroadcastInput, "leaveOut"> => {
  const { name, audience, purpose, when, perMinute, spreadHours, holdoutPercent, guard } = draft;
  return {
    name,
    audience: audience ?? { everybody: true },
    except: exceptOf(draft),
    purpose,
    actions: actionsOf(draft),
    when,
    perMinute,
    spreadHours,
    holdoutPercent,
    guard,
  };
};

/** The people of the draft as one filter. */
export const countedAudience = (draft: BroadcastDraft): Audience => {
  const { audience } = draft;
  const except = exceptOf(draft);
  const everybody: Audience = { everybody: true };
  if (!except) return audience ?? everybody;
  const wanted = audience && "all" in audience ? audience.all : [audience ?? everybody];
  return { all: [...wanted, { not: except }] };
};

/** Fields that hold no number yet cannot be sent. */
export const isComplete = (draft: BroadcastDraft): boolean =>
  draft.name.trim() !== "" &&
  !Number.isNaN(draft.perMinute ?? 0) &&
  !Number.isNaN(draft.spreadHours ?? 0) &&
  !Number.isNaN(draft.holdoutPercent) &&
  (draft.content === "steps"
    ? draft.steps.length > 0
    : draft.message.template.trim() !== "" || draft.message.variants !== undefined);

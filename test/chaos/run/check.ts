/** What a run left behind: what the loader was told, what took effect at the vendor, and what the product stores. */
export type Observations = {
  events: { key: string; acknowledgedIds: string[] }[];
  storedEvents: { id: string; key: string | null; status: string }[];
  messages: { key: string; phone: string; acknowledgedId: string | null }[];
  optOuts: { personId: string; phone: string; acknowledgedAt: number | null; isAudited: boolean }[];
  actions: {
    id: string;
    phone: string | null;
    status: string;
    broadcastId: string | null;
    /** The furthest state that the vendor reported. */
    reported: string | null;
    isAnnouncedAsUnknown: boolean;
  }[];
  effects: { actionId: string | null; to: string; at: number }[];
  audit: { ok: true } | { ok: false; reason: string };
  /** Counts that a recount of the rows does not confirm. */
  wrongCounts: string[];
  broadcast: { id: string; checked: number; begun: number; unread: number } | null;
};

export const invariants = [
  "acknowledged event is stored",
  "event is stored once",
  "event is processed",
  "acknowledged message exists",
  "message takes effect once",
  "effect has a message",
  "state agrees with the effect",
  "unknown is shown",
  "state does not go back",
  "no effect after an opt-out",
  "nothing is stuck",
  "audit is intact",
  "change is in the audit",
  "counts add up",
  "broadcast reaches nobody twice",
] as const;
export type Invariant = (typeof invariants)[number];
export type Violation = { invariant: Invariant; what: string };

const reached = ["sent", "delivered", "read"];
const open = ["pending", "dispatching"];
const ranks = ["sent", "delivered", "read"];

const countBy = <T>(items: readonly T[], keyOf: (item: T) => string | null): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

function* checkEvents({ events, storedEvents }: Observations): Generator<Violation> {
  const stored = new Set(storedEvents.map(({ id }) => id));
  for (const { key, acknowledgedIds } of events) {
    for (const id of acknowledgedIds)
      if (!stored.has(id)) yield { invariant: "acknowledged event is stored", what: `${key} as ${id}` };
    if (new Set(acknowledgedIds).size > 1)
      yield { invariant: "event is stored once", what: `${key} has ids ${acknowledgedIds.join(", ")}` };
  }
  for (const [key, times] of countBy(storedEvents, (event) => event.key))
    if (times > 1) yield { invariant: "event is stored once", what: `${key} ${times} times` };
  for (const { id, status } of storedEvents)
    if (status === "received") yield { invariant: "event is processed", what: id };
}

function* checkMessages({ messages, actions, effects }: Observations): Generator<Violation> {
  const byId = new Map(actions.map((action) => [action.id, action]));
  const times = countBy(effects, ({ actionId }) => actionId);
  for (const { key, acknowledgedId } of messages)
    if (acknowledgedId !== null && !byId.has(acknowledgedId))
      yield { invariant: "acknowledged message exists", what: `${key} as ${acknowledgedId}` };
  for (const { actionId, to } of effects)
    if (actionId === null || !byId.has(actionId))
      yield { invariant: "effect has a message", what: `${actionId} to ${to}` };
  for (const [id, count] of times)
    if (count > 1) yield { invariant: "message takes effect once", what: `${id} ${count} times` };
  for (const { id, status, reported, isAnnouncedAsUnknown } of actions) {
    const hasEffect = times.has(id);
    if (open.includes(status)) yield { invariant: "nothing is stuck", what: `${id} is ${status}` };
    else if (hasEffect && ![...reached, "unknown"].includes(status) && reported !== "failed")
      yield { invariant: "state agrees with the effect", what: `${id} took effect and is ${status}` };
    if (!hasEffect && reached.includes(status))
      yield { invariant: "state agrees with the effect", what: `${id} took no effect and is ${status}` };
    if (status === "unknown" && !isAnnouncedAsUnknown) yield { invariant: "unknown is shown", what: id };
    if (reported && reached.includes(status) && ranks.indexOf(reported) > ranks.indexOf(status))
      yield { invariant: "state does not go back", what: `${id} was ${reported} and is ${status}` };
  }
}

function* checkOptOuts({ optOuts, effects }: Observations): Generator<Violation> {
  const optedOut = new Map(optOuts.map(({ phone, acknowledgedAt }) => [phone, acknowledgedAt]));
  for (const { actionId, to, at } of effects) {
    const since = optedOut.get(to);
    if (since !== undefined && since !== null && at > since)
      yield {
        invariant: "no effect after an opt-out",
        what: `${actionId} to ${to}, ${at - since} ms after it`,
      };
  }
  for (const { personId, acknowledgedAt, isAudited } of optOuts)
    if (acknowledgedAt !== null && !isAudited)
      yield { invariant: "change is in the audit", what: `the opt-out of ${personId}` };
}

function* checkBroadcast({ broadcast, actions, effects }: Observations): Generator<Violation> {
  if (!broadcast) return;
  const own = new Map(
    actions.filter(({ broadcastId }) => broadcastId === broadcast.id).map((a) => [a.id, a]),
  );
  const ownEffects = effects.filter(({ actionId }) => actionId !== null && own.has(actionId));
  for (const [phone, times] of countBy(ownEffects, ({ to }) => to))
    if (times > 1) yield { invariant: "broadcast reaches nobody twice", what: `${phone} ${times} times` };
  for (const [phone, times] of countBy([...own.values()], (action) => action.phone))
    if (times > 1)
      yield { invariant: "broadcast reaches nobody twice", what: `${phone} has ${times} messages` };
  if (broadcast.unread > 0)
    yield { invariant: "nothing is stuck", what: `${broadcast.unread} people of the broadcast` };
}

/** Every promise that the observations contradict; none where all are kept. */
export const findViolations = (seen: Observations): Violation[] => [
  ...checkEvents(seen),
  ...checkMessages(seen),
  ...checkOptOuts(seen),
  ...checkBroadcast(seen),
  ...(seen.audit.ok ? [] : [{ invariant: "audit is intact" as const, what: seen.audit.reason }]),
  ...seen.wrongCounts.map((what) => ({ invariant: "counts add up" as const, what })),
];

/** A message that exists, the next step of a run, or a broadcast whose people have not begun. */
export const planKinds = ["message", "step", "broadcast"] as const;
export type PlanKind = (typeof planKinds)[number];

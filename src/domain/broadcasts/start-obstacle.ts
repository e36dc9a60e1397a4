import { checkGoodForMs } from "./broadcast.ts";

/** Why a broadcast may not start as it was confirmed, the first one first. */
export type StartObstacle =
  | "broadcast_changed"
  | "broadcast_check_old"
  | "broadcast_templates_changed"
  | "broadcast_nobody"
  | "broadcast_number_differs";

export type StartFacts = {
  /** Somebody has changed or checked it since it was read. */
  isAnotherVersion: boolean;
  /** Null without a complete check. */
  checkedAt: number | null;
  haveTemplatesChanged: boolean;
  /** Who get it, as the check counted and as the sender said. */
  people: number;
  confirmed: number;
};

export const findStartObstacle = (facts: StartFacts, now: number): StartObstacle | null => {
  if (facts.isAnotherVersion) return "broadcast_changed";
  if (facts.checkedAt === null || now > facts.checkedAt + checkGoodForMs) return "broadcast_check_old";
  if (facts.haveTemplatesChanged) return "broadcast_templates_changed";
  if (facts.people === 0) return "broadcast_nobody";
  return facts.confirmed === facts.people ? null : "broadcast_number_differs";
};

/** Whether a second user must approve the start; a limit of 0 asks for none. */
export const needsSecondUser = (people: number, secondUserAbove: number): boolean =>
  secondUserAbove > 0 && people > secondUserAbove;

import type { FieldOutcome } from "./compare-field.ts";
import type { SyncValue } from "./remote-value.ts";

type ConsentSides = {
  /** An opt-out is in force here, or a refusal is recorded. */
  isRefusedHere: boolean;
  /** Agreement with proof is recorded here. */
  isGrantedHere: boolean;
  theirs: boolean | null;
  /** What the vendor said after the last sync. */
  base: SyncValue | undefined;
  /** A box that is not ticked says nothing; a word that says no does. */
  isTickBox: boolean;
  canPush: boolean;
};

/** What the sync does with one channel: `agree` and `refuse` are recorded here, `push` tells the vendor. */
export type ConsentOutcome =
  | { action: "none" }
  | { action: "agree" | "refuse" | "push"; reason: FieldOutcome["reason"] };

/**
 * A refusal on either side counts on both. Agreement comes in once, when the vendor first says so, and never over a
 * refusal; it goes out only where it is proven.
 */
export const compareConsent = ({
  isRefusedHere,
  isGrantedHere,
  theirs,
  base,
  isTickBox,
  canPush,
}: ConsentSides): ConsentOutcome => {
  if (isRefusedHere)
    return theirs === true && canPush ? { action: "push", reason: "opted_out_here" } : { action: "none" };
  if (theirs === false && (base === true || !isTickBox))
    return { action: "refuse", reason: "withdrawn_there" };
  if (theirs === true)
    return base === true || isGrantedHere ? { action: "none" } : { action: "agree", reason: "agreed_there" };
  return isGrantedHere && canPush ? { action: "push", reason: "agreed_here" } : { action: "none" };
};

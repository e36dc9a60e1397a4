import type pg from "pg";
import type { Actor, IdempotentRequest } from "#server/audit/entry.ts";
import {
  findIdempotentAnswer,
  IdempotencyConflict,
  saveIdempotentAnswer,
} from "#server/store/workspace/idempotency-keys.ts";
import { Problem } from "./problem.ts";

export type KeyedRequest = Omit<IdempotentRequest, "isRecorded"> & {
  actor: Actor;
  /** Called where the answer is that of an earlier request. */
  onReplayed?: () => void;
};

/**
 * Answers a repeated request from its first answer. The key is recorded in the transaction of the request's first
 * change, so a request that changed nothing, such as one with wrong input, may be sent again.
 */
export const answerOnce = async (
  pool: pg.Pool,
  { actor, tokenId, key, requestHash, onReplayed }: KeyedRequest,
  handle: (actor: Actor) => Promise<unknown>,
): Promise<unknown> => {
  const known = await findIdempotentAnswer(pool, tokenId, key);
  if (known) {
    if (!known.requestHash.equals(requestHash)) throw new Problem("key_reused");
    // What it changed is named instead of done again: the process ended between the change and the answer.
    if (known.isLost) throw new Problem("key_answer_lost", { details: { changes: known.changes } });
    if (known.answer === null) throw new Problem("key_in_progress");
    onReplayed?.();
    return known.answer;
  }
  const idempotent = { tokenId, key, requestHash, isRecorded: false };
  try {
    const answer = await handle({ ...actor, idempotent });
    if (idempotent.isRecorded) await saveIdempotentAnswer(pool, tokenId, key, answer);
    return answer;
  } catch (error) {
    if (error instanceof IdempotencyConflict) throw new Problem("key_in_progress");
    throw error;
  }
};

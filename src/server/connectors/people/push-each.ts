import type { OperationResult } from "#server/connectors/operation.ts";
import type { PushedPerson, PushResult } from "./people-vendor.ts";

/** What the vendor confirmed for a person in an attempt of the same operation that failed later. */
const confirmed = new WeakMap<object, PushResult>();

/**
 * One request for each person, for vendors that take no more at once. What the vendor refuses is refused alone; any other
 * failure ends the operation, and its repetition continues with the people who are not confirmed.
 */
export const pushEach = async <P extends PushedPerson>(
  people: readonly P[],
  write: (person: P) => Promise<OperationResult<{ remoteId: string; updatedAt: number | null }>>,
): Promise<OperationResult<PushResult[]>> => {
  const results: PushResult[] = [];
  for (const person of people) {
    const known = confirmed.get(person);
    const written = known ? undefined : await write(person);
    if (written && !written.ok && written.error.kind !== "invalid") return written;
    const result: PushResult =
      known ??
      (written?.ok
        ? { ok: true, ...written.value }
        : { ok: false, message: written?.error.message.en ?? "" });
    confirmed.set(person, result);
    results.push(result);
  }
  return { ok: true, value: results };
};

/** Deletes one contact after another; one that is already gone is no failure. */
export const deleteEach = async (
  ids: readonly string[],
  remove: (id: string) => Promise<OperationResult<unknown>>,
): Promise<OperationResult<null>> => {
  for (const id of ids) {
    const result = await remove(id);
    if (!result.ok && result.error.kind !== "invalid") return result;
  }
  return { ok: true, value: null };
};

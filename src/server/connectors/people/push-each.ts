import { isGone, type OperationError, type OperationResult } from "#server/connectors/operation-result.ts";
import type { DeleteRefusal, PushedPerson, PushResult } from "./people-vendor.ts";

const noAnswer = { en: "No answer for this person", es: "Sin respuesta para esta persona" };

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
        : { ok: false, message: written?.error.message ?? noAnswer });
    confirmed.set(person, result);
    results.push(result);
  }
  return { ok: true, value: results };
};

/** Deletes one contact after another. What the vendor refuses is refused alone; a contact that is gone is done. */
export const deleteEach = async (
  ids: readonly string[],
  remove: (id: string) => Promise<OperationResult<unknown>>,
  isDone: (error: OperationError, id: string) => boolean = isGone,
): Promise<OperationResult<DeleteRefusal[]>> => {
  const refused: DeleteRefusal[] = [];
  for (const id of ids) {
    const result = await remove(id);
    if (result.ok || isDone(result.error, id)) continue;
    if (result.error.kind !== "invalid") return result;
    refused.push({ id, message: result.error.message });
  }
  return { ok: true, value: refused };
};

/** Many people in one request. A batch that the vendor refuses as a whole is halved until the wrong value is alone. */
export const pushTogether = async (
  people: readonly PushedPerson[],
  size: number,
  write: (people: readonly PushedPerson[]) => Promise<OperationResult<PushResult[]>>,
): Promise<OperationResult<PushResult[]>> => {
  const results: PushResult[] = [];
  for (let start = 0; start < people.length; start += size) {
    const batch = people.slice(start, start + size);
    let written = await write(batch);
    if (!written.ok && written.error.kind === "invalid")
      written =
        batch.length === 1
          ? { ok: true, value: [{ ok: false, message: written.error.message }] }
          : await pushTogether(batch, Math.ceil(batch.length / 2), write);
    if (!written.ok) return written;
    results.push(...written.value);
  }
  return { ok: true, value: results };
};

/** Divides people into those whom the vendor has and the others, and puts the results into the order of the people. */
export const pushByKind = async (
  people: readonly PushedPerson[],
  update: (known: readonly PushedPerson[]) => Promise<OperationResult<PushResult[]>>,
  create: (unknown: readonly PushedPerson[]) => Promise<OperationResult<PushResult[]>>,
): Promise<OperationResult<PushResult[]>> => {
  const known = people.filter(({ remoteId }) => remoteId !== null);
  const others = people.filter(({ remoteId }) => remoteId === null);
  const updated = await update(known);
  if (!updated.ok) return updated;
  const created = await create(others);
  if (!created.ok) return created;
  const results = new Map([
    ...known.map((person, at) => [person, updated.value[at]] as const),
    ...others.map((person, at) => [person, created.value[at]] as const),
  ]);
  return {
    ok: true,
    value: people.map((person) => results.get(person) ?? { ok: false, message: noAnswer }),
  };
};

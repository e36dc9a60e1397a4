import { refuse } from "./fake-api.ts";
import { instant } from "./samples.ts";

type StoredRecord = { id: string; updatedAt: string };
type Change<R> = Partial<Omit<R, "updatedAt">> & { updatedAt?: string | undefined };

/** Records that the fake stores. As at the server, a save that is based on an outdated version is rejected. */
export const keepRecords = <R extends StoredRecord>(...first: R[]) => {
  const records = new Map(first.map((record) => [record.id, record]));
  let saves = 0;
  const find = (id: string) => records.get(id) ?? refuse("not_found");
  const save = (record: R): R => {
    saves += 1;
    const saved = { ...record, updatedAt: new Date(Date.parse(instant) + saves * 1000).toISOString() };
    records.set(saved.id, saved);
    return saved;
  };
  return {
    list: (): R[] => [...records.values()],
    find,
    add: (record: R): R => save(record),
    update: (id: string, { updatedAt, ...change }: Change<R>): R | ReturnType<typeof refuse> => {
      const record = records.get(id);
      if (!record) return refuse("not_found");
      if (updatedAt !== undefined && Date.parse(updatedAt) !== Date.parse(record.updatedAt))
        return refuse("conflict");
      return save({ ...record, ...change });
    },
  };
};

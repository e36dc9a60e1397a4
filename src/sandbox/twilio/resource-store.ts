/** What an account made, kept in order, found by id and by recipient. */
export type ResourceStore<T> = {
  add: (one: T) => void;
  find: (sid: string) => T | undefined;
  /** Newest first. */
  list: (to: string | undefined) => T[];
};

const capacity = 300_000;

export const createResourceStore = <T extends { sid: string; to: string }>(): ResourceStore<T> => {
  const all = new Map<string, T>();
  const byRecipient = new Map<string, T[]>();
  const forget = (one: T): void => {
    all.delete(one.sid);
    const left = byRecipient.get(one.to)?.filter(({ sid }) => sid !== one.sid) ?? [];
    if (left.length > 0) byRecipient.set(one.to, left);
    else byRecipient.delete(one.to);
  };
  return {
    add: (one) => {
      all.set(one.sid, one);
      const known = byRecipient.get(one.to);
      if (known) known.push(one);
      else byRecipient.set(one.to, [one]);
      if (all.size <= capacity) return;
      const [oldest] = all.values();
      if (oldest) forget(oldest);
    },
    find: (sid) => all.get(sid),
    list: (to) => [...(to === undefined ? all.values() : (byRecipient.get(to) ?? []))].reverse(),
  };
};

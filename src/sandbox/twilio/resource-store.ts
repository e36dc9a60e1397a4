/** The messages or calls of all accounts, found by id or recipient. */
export type ResourceStore<T> = {
  add: (resource: T) => void;
  find: (sid: string) => T | undefined;
  /** Newest first. */
  list: (to: string | undefined) => T[];
};

const capacity = 300_000;

export const createResourceStore = <T extends { sid: string; to: string }>(): ResourceStore<T> => {
  const bySid = new Map<string, T>();
  const byRecipient = new Map<string, T[]>();
  const remove = (resource: T): void => {
    bySid.delete(resource.sid);
    const remaining = byRecipient.get(resource.to)?.filter(({ sid }) => sid !== resource.sid) ?? [];
    if (remaining.length > 0) byRecipient.set(resource.to, remaining);
    else byRecipient.delete(resource.to);
  };
  return {
    add: (resource) => {
      bySid.set(resource.sid, resource);
      const ofRecipient = byRecipient.get(resource.to);
      if (ofRecipient) ofRecipient.push(resource);
      else byRecipient.set(resource.to, [resource]);
      if (bySid.size <= capacity) return;
      const [oldest] = bySid.values();
      if (oldest) remove(oldest);
    },
    find: (sid) => bySid.get(sid),
    list: (to) => [...(to === undefined ? bySid.values() : (byRecipient.get(to) ?? []))].reverse(),
  };
};

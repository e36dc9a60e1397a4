export type StoredContact = {
  id: string;
  values: Record<string, unknown>;
  createdAt: number;
  updatedAt: number;
  deletedAt: number | null;
};

/** The contacts of a simulated CRM, in the order in which they were made. */
export type ContactStore = {
  all: () => readonly StoredContact[];
  get: (id: string) => StoredContact | undefined;
  /** Contacts after the one with this id, deleted ones or the others. */
  page: (after: string | null, limit: number, deleted: boolean) => StoredContact[];
  /** By the value of an indexed field, without case; deleted contacts are not found. */
  find: (field: string, value: string) => StoredContact | undefined;
  create: (values: Record<string, unknown>) => StoredContact;
  update: (contact: StoredContact, values: Record<string, unknown>) => void;
  remove: (contact: StoredContact) => void;
  /** Removes a field from every contact. */
  dropField: (name: string) => void;
};

export type ContactChange = "created" | "changed" | "deleted";

export const createContactStore = (
  makeId: (count: number) => string,
  indexed: readonly string[],
  onChange: (contact: StoredContact, change: ContactChange) => void = () => {},
): ContactStore => {
  const contacts: StoredContact[] = [];
  const positions = new Map<string, number>();
  const indexes = new Map(indexed.map((field) => [field, new Map<string, StoredContact>()]));
  let lastStamp = 0;
  /** Two changes never have the same time, so that an order by time is complete. */
  const stamp = (): number => {
    lastStamp = Math.max(Date.now(), lastStamp + 1);
    return lastStamp;
  };
  const keyOf = (value: unknown): string => String(value ?? "").toLowerCase();
  const unindex = (contact: StoredContact): void => {
    for (const [field, index] of indexes)
      if (index.get(keyOf(contact.values[field])) === contact) index.delete(keyOf(contact.values[field]));
  };
  const reindex = (contact: StoredContact): void => {
    for (const [field, index] of indexes) {
      const key = keyOf(contact.values[field]);
      if (key !== "" && !index.has(key)) index.set(key, contact);
    }
  };
  return {
    all: () => contacts,
    get: (id) => contacts[positions.get(id) ?? -1],
    page: (after, limit, deleted) => {
      const found: StoredContact[] = [];
      for (let at = after === null ? 0 : (positions.get(after) ?? -1) + 1; at < contacts.length; at++) {
        const contact = contacts[at];
        if (contact && (contact.deletedAt !== null) === deleted) found.push(contact);
        if (found.length === limit) break;
      }
      return found;
    },
    find: (field, value) => indexes.get(field)?.get(keyOf(value)),
    create: (values) => {
      const at = stamp();
      const id = makeId(contacts.length);
      const contact: StoredContact = {
        id,
        values: { ...values },
        createdAt: at,
        updatedAt: at,
        deletedAt: null,
      };
      positions.set(id, contacts.length);
      contacts.push(contact);
      reindex(contact);
      onChange(contact, "created");
      return contact;
    },
    update: (contact, values) => {
      unindex(contact);
      Object.assign(contact.values, values);
      contact.updatedAt = stamp();
      reindex(contact);
      onChange(contact, "changed");
    },
    remove: (contact) => {
      unindex(contact);
      contact.deletedAt = stamp();
      contact.updatedAt = contact.deletedAt;
      onChange(contact, "deleted");
    },
    dropField: (name) => {
      for (const contact of contacts) delete contact.values[name];
    },
  };
};

// biome-ignore lint/style/noRestrictedGlobals: the type of a column; the domain still reads no clock.
type Timestamp = Date;

/** A row of the table `people`. Code that needs less declares `Pick<PersonRecord, …>`. */
export type PersonRecord = {
  id: string;
  type: string;
  status: string;
  firstName: string | null;
  lastName: string | null;
  /** Lower case. */
  email: string | null;
  /** E.164. */
  phone: string | null;
  consents: Record<string, unknown>;
  tags: string[];
  assignedAgentId: string | null;
  /** Language of messages to the person; null while unknown. */
  language: string | null;
  /** Stated place of residence, which decides the contact hours. */
  zip: string | null;
  region: string | null;
  town: string | null;
  timezone: string | null;
  /** Values of custom fields by their key. */
  fields: Record<string, unknown>;
  sources: string[];
  /** The furthest stage ever reached, 0 (new) to 3 (converted). */
  stageReached: number;
  convertedAt: Timestamp | null;
  /** Names, e-mail address and phone number without case and accents. */
  search: string;
  createdAt: Timestamp;
  updatedAt: Timestamp;
};

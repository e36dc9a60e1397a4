import type { RemotePerson } from "#domain/sync/plan-pair.ts";
import { readAddressesOf } from "#server/store/sync/sync-people.ts";
import type { SyncRun } from "./sync-run.ts";

/** Contacts in one transaction, where the vendor's pages are smaller. */
const batchSize = 1000;

export const fieldsOf = ({ settings }: SyncRun): string[] => settings.map.map(({ theirs }) => theirs);

/** Several pages of the vendor's at once, so that a transaction has enough to do. */
export const readPages = async (
  run: SyncRun,
  start: string | null,
  isPreview = false,
): Promise<{ people: RemotePerson[]; next: string | null }> => {
  const people: RemotePerson[] = [];
  let after = start;
  do {
    const input = { fields: fieldsOf(run), after, isPreview };
    const page = await run.session.run(run.session.vendor.listPeople, input);
    people.push(...page.people);
    after = page.next;
  } while (after !== null && people.length < batchSize);
  return { people, next: after };
};

/** Contacts that have an address of one of these people: made by a user of the vendor, or before a crash. */
export const findThere = async (run: SyncRun, personIds: readonly string[]): Promise<RemotePerson[]> => {
  const { vendor } = run.session;
  const found = await readAddressesOf(run.job.database.db, personIds);
  const emailField = run.settings.map.find(({ ours }) => ours === "email")?.theirs;
  const isPhoneMapped = run.settings.map.some(({ ours }) => ours === "phone");
  const emails = emailField === undefined ? [] : found.emails;
  const phones = vendor.findsByPhone && isPhoneMapped ? found.phones : [];
  if (emails.length + phones.length === 0) return [];
  const input = { fields: fieldsOf(run), emails, phones, emailField: emailField ?? "" };
  return run.session.run(vendor.findPeople, input);
};

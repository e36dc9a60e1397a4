import { system } from "#server/audit/entry.ts";
import type { MailReport } from "#server/connectors/messaging/messenger.ts";
import { optOut, waitForSendsInFlight, withAddressesLocked } from "#server/pipeline/deliver/opt-out.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { hasOptedOut } from "#server/store/compliance/suppressions.ts";
import { type BouncedMessage, findReportedMessage } from "#server/store/delivery/bounced-messages.ts";
import type { WriteContext } from "#server/store/write.ts";
import { recordBounce } from "./bounces.ts";
import {
  type ReadingSettings,
  type ReceiveContext,
  readingSettings,
  recordInbound,
  storeInbound,
} from "./record-inbound.ts";

type ReportContext = ReceiveContext & { isTest: boolean };

const eventTypes = {
  bounce: "email_bounce",
  complaint: "email_complaint",
  unsubscribe: "email_unsubscribe",
} as const;

/**
 * Acts on what a vendor of e-mail reports as mail ingestion acts on the reports of mail servers: a bounce fails its
 * message, a complaint or an unsubscription is an opt-out. The event and what follows from it commit together.
 */
export const processMailReport = async (
  messenger: string,
  report: MailReport,
  receiving: ReportContext,
): Promise<void> => {
  const { write, hash, isTest } = receiving;
  const settings = await readingSettings(receiving);
  const optedOut = await withAddressesLocked(write, system, [report.address], async (context, holders) => {
    const message = await findReportedMessage(context.tx, messenger, report);
    // A report about another address than the one that the message went to names the wrong message.
    const subject = message?.to === report.address ? message : undefined;
    if (report.content.kind === "bounce" && !subject) return [];
    if (holders.length === 0 && !subject) {
      // Campaigns of the same account reach addresses that no person has; their opt-outs still count here.
      if (!isTest && !(await hasOptedOut(context.tx, hash(report.address))))
        await recordOptOut(context, hash, report, { people: [], eventId: null, isTest });
      return [];
    }
    const eventId = await storeReport(context, messenger, report, { person: holders[0], isTest, settings });
    if (eventId === undefined) return [];
    return actOnReport(context, report, { subject, people: holders, eventId, hash, isTest });
  });
  await waitForSendsInFlight(write, optedOut);
};

/** Undefined when the same report was stored before. */
const storeReport = async (
  context: WriteContext,
  messenger: string,
  { reportId, address, content }: MailReport,
  { person, isTest, settings }: { person: string | undefined; isTest: boolean; settings: ReadingSettings },
): Promise<string | undefined> => {
  const words = content.kind === "bounce" ? (content.bounce.diagnostic ?? "") : "";
  const payload = {
    type: eventTypes[content.kind],
    channel: "email" as const,
    person: { email: address },
    words,
    ...(isTest ? { simulated: true } : {}),
  };
  const { id, isNew } = await storeInbound(context, payload, `${messenger}:${reportId}`);
  if (!isNew) return undefined;
  await recordInbound(
    context,
    { id, payload, address, text: null, report: words, personId: person ?? null, isTest },
    settings,
  );
  return id;
};

type ReportFacts = {
  subject: BouncedMessage | undefined;
  people: string[];
  eventId: string;
  hash: AddressHash;
  isTest: boolean;
};

/** Returns the people who opted out. */
const actOnReport = async (
  context: WriteContext,
  report: MailReport,
  { subject, people, eventId, hash, isTest }: ReportFacts,
): Promise<string[]> => {
  if (report.content.kind === "bounce") {
    if (subject) await recordBounce(context, subject, report.content.bounce, eventId, hash);
    return [];
  }
  await recordOptOut(context, hash, report, { people, eventId, isTest });
  return people;
};

const recordOptOut = (
  context: WriteContext,
  hash: AddressHash,
  { address, content }: MailReport,
  { people, eventId, isTest }: { people: string[]; eventId: string | null; isTest: boolean },
): Promise<void> =>
  optOut(
    context,
    hash,
    {
      addresses: [address],
      scope: content.kind === "unsubscribe" ? content.scope : "all",
      source: content.kind === "complaint" ? "complaint" : "unsubscribe",
      reason: content.kind === "complaint" ? "abuse" : null,
      causedBy: eventId,
      isTest,
    },
    people,
  );

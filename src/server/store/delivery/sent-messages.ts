import { sql } from "drizzle-orm";
import type { OutgoingMessage } from "#server/connectors/messaging/messenger.ts";
import type { Reader } from "#server/db/database.ts";

type Row = {
  channel: OutgoingMessage["channel"];
  rendered: { to?: string; text?: string; subject?: string | null } | null;
  language: string | null;
};

/** A message as it was sent, for a vendor that asks during the call what to say. */
export const findSentMessage = async (
  db: Reader,
  actionId: string,
  business: string | null,
): Promise<OutgoingMessage | null> => {
  const { rows } = await db.execute<Row>(sql`
    SELECT a.type AS channel, a.config -> 'rendered' AS rendered, coalesce(a.config -> 'rendered' ->> 'language', p.language) AS language
      FROM actions a JOIN people p ON p.id = a.person_id WHERE a.id = ${actionId}`);
  const [row] = rows;
  if (!row?.rendered?.to) return null;
  return {
    actionId,
    channel: row.channel,
    to: row.rendered.to,
    from: null,
    subject: row.rendered.subject ?? null,
    text: row.rendered.text ?? "",
    template: null,
    language: row.language === "es" ? "es" : "en",
    callbackUrl: null,
    unsubscribeUrl: null,
    returnAddress: null,
    business,
  };
};

export const findSentAddress = async (db: Reader, actionId: string): Promise<string | undefined> => {
  const { rows } = await db.execute<{ to: string | null }>(sql`
    SELECT config -> 'rendered' ->> 'to' AS to FROM actions WHERE id = ${actionId}`);
  return rows[0]?.to ?? undefined;
};

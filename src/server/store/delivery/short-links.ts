import { sql } from "drizzle-orm";
import type { Channel } from "#domain/channels/channel.ts";
import { linkFigureDays, shortLinkDays } from "#domain/messages/short-link.ts";
import type { Simulation } from "#domain/messages/simulation.ts";
import type { Reader, Tx } from "#server/db/database.ts";

export type NewShortLink = {
  code: string;
  actionId: string;
  target: string;
  template: string | null;
  channel: Channel;
};

/** A message that is sent again has the links that it had. */
export const insertShortLinks = async (tx: Tx, links: readonly NewShortLink[]): Promise<void> => {
  if (links.length === 0) return;
  await tx.execute(sql`
    INSERT INTO short_links (code, action_id, target, template, channel)
    SELECT code, "actionId", target, template, channel
      FROM jsonb_to_recordset(${JSON.stringify(links)}::jsonb) AS row (
        code text, "actionId" uuid, target text, template text, channel text)
    ON CONFLICT DO NOTHING`);
};

const isOpen = sql`created_at > now() - make_interval(days => ${shortLinkDays})`;

/** Where a link leads; undefined for one that does not exist or has expired. */
export const findShortLinkTarget = async (db: Reader, code: string): Promise<string | undefined> => {
  const { rows } = await db.execute<{ target: string }>(
    sql`SELECT target FROM short_links WHERE code = ${code} AND ${isOpen}`,
  );
  return rows[0]?.target;
};

/** A link of a message to a person. */
export type OpenedLink = {
  target: string;
  actionId: string;
  personId: string;
  channel: Channel;
  /** The address of the person to which the message went. */
  address: string;
  simulation: Simulation | null;
  clicks: number;
  /** Milliseconds since 1970. */
  sentAt: number | null;
  lastClickedAt: number | null;
};

/**
 * The link, locked until the transaction ends; undefined where it belongs to nobody. The person is locked first, as an
 * erasure does, which then takes the link from its message.
 */
export const lockShortLink = async (tx: Tx, code: string): Promise<OpenedLink | undefined> => {
  await tx.execute(sql`
    SELECT FROM people WHERE id = (
      SELECT a.person_id FROM short_links k JOIN actions a ON a.id = k.action_id WHERE k.code = ${code})
    FOR KEY SHARE`);
  const { rows } = await tx.execute<OpenedLink>(sql`
    SELECT k.target, k.clicks, k.action_id AS "actionId", a.person_id AS "personId", a.type AS channel, a.simulation,
           coalesce(a.config -> 'rendered' ->> 'to', '') AS address,
           (extract(epoch FROM a.executed_at) * 1000)::float8 AS "sentAt",
           (extract(epoch FROM k.last_clicked_at) * 1000)::float8 AS "lastClickedAt"
      FROM short_links k JOIN actions a ON a.id = k.action_id WHERE k.code = ${code} FOR UPDATE OF k`);
  return rows[0];
};

export const countClick = async (tx: Tx, code: string, at: number): Promise<void> => {
  const clickedAt = sql`${new Date(at).toISOString()}::timestamptz`;
  await tx.execute(sql`
    UPDATE short_links SET clicks = clicks + 1, first_clicked_at = coalesce(first_clicked_at, ${clickedAt}),
           last_clicked_at = ${clickedAt} WHERE code = ${code}`);
};

type LinkFigures = { sent: number; clicked: number };

/** Messages of a template with short links, and those of which one was opened, in the last days; null without links. */
export const readLinkFigures = async (
  db: Reader,
  template: string,
  channel: Channel,
): Promise<LinkFigures | null> => {
  const { rows } = await db.execute<LinkFigures>(sql`
    SELECT count(DISTINCT action_id)::int AS sent,
           (count(DISTINCT action_id) FILTER (WHERE first_clicked_at IS NOT NULL))::int AS clicked
      FROM short_links
     WHERE template = ${template} AND channel = ${channel} AND action_id IS NOT NULL
       AND created_at > now() - make_interval(days => ${linkFigureDays})`);
  const [row] = rows;
  return row && row.sent > 0 ? row : null;
};

/** Deletes links that have expired. Returns how many. */
export const deleteExpiredLinks = async (tx: Tx, limit: number): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    DELETE FROM short_links WHERE code IN (SELECT code FROM short_links WHERE NOT (${isOpen}) LIMIT ${limit})`);
  return rowCount ?? 0;
};

import { sql } from "drizzle-orm";
import type { TemplateUse } from "#contract/templates.ts";
import type { Channel } from "#domain/channels/channel.ts";
import type { Reader } from "#server/db/database.ts";

/** Channels whose messages use the wording of this one. */
const usersOf = (channel: Channel): Channel[] => {
  if (channel === "call") return ["call", "voice_agent"];
  return channel === "sms" ? ["sms", "x"] : [channel];
};

/**
 * The rules, sequences and broadcasts that name a template of a channel, in a step, a branch or a variant. A broadcast
 * that is over or was cancelled uses nothing. Rules may write a name in capitals.
 */
export const findTemplateUses = async (
  db: Reader,
  name: string,
  channel: Channel,
): Promise<TemplateUse[]> => {
  const { rows } = await db.execute<TemplateUse>(sql`
    SELECT r.id, r.name, CASE WHEN r.is_broadcast THEN 'broadcast' ELSE 'rule' END AS kind,
           CASE WHEN r.is_broadcast THEN b.state NOT IN ('draft', 'checking', 'checked') ELSE r.enabled END AS "isActive"
      FROM rules r LEFT JOIN broadcasts b ON b.id = r.id
     WHERE (NOT r.is_broadcast OR b.state NOT IN ('done', 'cancelled'))
       AND jsonb_path_exists(lower(r.actions::text)::jsonb,
             '$.** ? (@.type == $channels[*] && (@.template == $name || @.variants[*].template == $name))',
             jsonb_build_object('name', ${name}::text, 'channels', to_jsonb(${sql.param(usersOf(channel))}::text[])))
     ORDER BY "isActive" DESC, r.name LIMIT 100`);
  return rows;
};

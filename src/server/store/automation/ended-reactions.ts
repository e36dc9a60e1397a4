import { type SQL, sql } from "drizzle-orm";
import { endsByReason, silentEndReasons } from "#domain/rules/sequence-ends.ts";
import { triggerMetType } from "#domain/scoring/behaviours.ts";
import { maxReactionsPerRow } from "./reaction-queue.ts";

/** Written in the statement that ends runs, which are the rows of `changed`: rules that start at their end react to it. */
export const endedReactions = (changed: SQL): SQL => sql`
  INSERT INTO reaction_queue (reactions)
  SELECT jsonb_agg(reaction)
    FROM (SELECT (row_number() OVER (ORDER BY c.id) - 1) / ${maxReactionsPerRow}::int AS page,
                 jsonb_build_object('personId', c.person_id, 'type', ${triggerMetType}::text, 'causedBy', c.id,
                   'met', jsonb_build_object('of', 'sequence', 'ruleId', c.rule_id, 'name', rules.name,
                     'end', coalesce(${JSON.stringify(endsByReason)}::jsonb ->> (c.why -> 0 ->> 'code'), 'stopped'))) AS reaction
            FROM ${changed} c JOIN rules ON rules.id = c.rule_id
           WHERE c.state = 'ended' AND NOT coalesce(c.why -> 0 ->> 'code', '') = ANY(${sql.param([...silentEndReasons])}::text[])
             AND EXISTS (SELECT FROM rules asking WHERE asking.enabled
                          AND jsonb_path_exists(asking.triggers, '$[*] ? (@.type == "sequence_ended" && @.value == $id)',
                                jsonb_build_object('id', c.rule_id)))) ended
   GROUP BY page`;

import { sql } from "drizzle-orm";
import type { CallOwner } from "#domain/voice/call.ts";
import type { CallCommand } from "#domain/voice/call-command.ts";
import type { Tx } from "#server/db/database.ts";
import { callCommands } from "#server/db/schema/voice.ts";

export type LockedCall = {
  isRunning: boolean;
  owner: CallOwner | null;
  providerCallId: string | null;
  messenger: string | null;
};

/** The state of a call, which cannot end before the transaction does. */
export const lockCallState = async (tx: Tx, id: string): Promise<LockedCall | undefined> => {
  const { rows } = await tx.execute<LockedCall>(sql`
    SELECT status IN ('ringing', 'in_progress') AS "isRunning", owner, provider_call_id AS "providerCallId",
           metadata ->> 'messenger' AS messenger FROM calls WHERE id = ${id} FOR NO KEY UPDATE`);
  return rows[0];
};

/** For the process that holds the call. */
export const insertCallCommand = async (
  tx: Tx,
  callId: string,
  command: CallCommand,
  userId: string,
): Promise<void> => {
  await tx.insert(callCommands).values({ callId, command, userId });
};

export type ScriptToCall = { id: string; name: string; content: string };

/** The enabled script with this id or, without one, that fits the language best. */
export const findScriptToCall = async (
  tx: Tx,
  id: string | null,
  language: string,
): Promise<ScriptToCall | undefined> => {
  const { rows } = await tx.execute<ScriptToCall>(sql`
    SELECT id, name, content FROM scripts
     WHERE enabled AND (${id}::uuid IS NULL OR id = ${id}::uuid)
     ORDER BY (language = ${language}) DESC, (use_case = 'welcome_call') DESC, name, id LIMIT 1`);
  return rows[0];
};

/** Whether a call to the person is planned or running. The person stays locked, so that two requests plan one call. */
export const hasPlannedCall = async (tx: Tx, personId: string): Promise<boolean> => {
  await tx.execute(sql`SELECT 1 FROM people WHERE id = ${personId} FOR NO KEY UPDATE`);
  const { rows } = await tx.execute<{ planned: boolean }>(sql`
    SELECT EXISTS (SELECT FROM actions WHERE person_id = ${personId} AND type = 'voice_agent'
                      AND status IN ('pending', 'held', 'dispatching'))
        OR EXISTS (SELECT FROM calls WHERE person_id = ${personId} AND status IN ('ringing', 'in_progress')) AS planned`);
  return rows[0]?.planned === true;
};

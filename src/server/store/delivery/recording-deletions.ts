import { type SQL, sql } from "drizzle-orm";
import { mayRetry, retryDelayMs, retryPolicies } from "#domain/retry.ts";
import type { RecordingDeletionFailure } from "#domain/voice/recording-deletion.ts";
import type { RecordedCall } from "#server/connectors/messaging/messenger.ts";
import { messengers } from "#server/connectors/messaging/messengers.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import type { CallRef } from "./call-records.ts";

type DeletedCall = {
  callId: string;
  messenger: string;
  simulated: boolean;
  account: string | null;
  providerCallId: string | null;
  recordingUrl: string | null;
};

const parseRecordingUrl = (messenger: string, url: string | null) =>
  url === null ? undefined : messengers.find(({ id }) => id === messenger)?.parseRecordingUrl?.(url);

/** The ids of both lists, each once. */
const mergedIds = (ids: SQL): SQL => sql`
  (SELECT coalesce(jsonb_agg(DISTINCT id), '[]') FROM jsonb_array_elements(recording_deletions.recording_ids || ${ids}) id)`;

const startAgain = sql`status = 'pending', failure = NULL, attempts = 0, next_attempt_at = now(), updated_at = now()`;

/**
 * Remembers calls that are about to be deleted, in the same transaction, so that their recordings are deleted at the
 * vendor. `ids` selects calls and actions, which share their ids. A call that ended has a recording only if one was asked
 * for or reported; of a running call it may still be reported.
 */
export const rememberRecordings = async (tx: Tx, ids: SQL): Promise<void> => {
  const { rows } = await tx.execute<DeletedCall>(sql`
    SELECT deleted.id AS "callId", coalesce(a.messenger, c.metadata ->> 'messenger') AS messenger,
           coalesce(a.simulation IS NOT NULL, (c.metadata -> 'simulated')::boolean, false) AS simulated,
           c.metadata ->> 'account' AS account, a.provider_id AS "providerCallId", c.recording_url AS "recordingUrl"
      FROM (${ids}) deleted (id)
      LEFT JOIN calls c ON c.id = deleted.id
      LEFT JOIN actions a ON a.id = deleted.id AND a.type IN ('call', 'voice_agent')
     WHERE coalesce(a.messenger, c.metadata ->> 'messenger') IS NOT NULL
       AND (c.recording_url IS NOT NULL OR c.recording_started_at IS NOT NULL OR c.status IN ('ringing', 'in_progress')
            OR c.metadata -> 'recordingAsked' = 'true'::jsonb
            OR (c.id IS NULL AND a.status IN ('dispatching', 'unknown', 'sent', 'simulated', 'delivered')))`);
  const calls = rows.map(({ recordingUrl, account, ...call }) => {
    const recording = parseRecordingUrl(call.messenger, recordingUrl);
    return { ...call, account: recording?.account ?? account, recordingIds: recording ? [recording.id] : [] };
  });
  if (calls.length === 0) return;
  await tx.execute(sql`
    INSERT INTO recording_deletions (call_id, messenger, simulated, account, provider_call_id, recording_ids)
    SELECT "callId", messenger, simulated, account, "providerCallId", "recordingIds"
      FROM jsonb_to_recordset(${JSON.stringify(calls)}::jsonb) AS row (
        "callId" uuid, messenger text, simulated boolean, account text, "providerCallId" text, "recordingIds" jsonb)
    ON CONFLICT (call_id) DO UPDATE SET
      account = coalesce(recording_deletions.account, excluded.account),
      provider_call_id = coalesce(recording_deletions.provider_call_id, excluded.provider_call_id),
      recording_ids = ${mergedIds(sql`excluded.recording_ids`)}, ${startAgain}`);
};

/** What a vendor reports of a deleted call: a recording is deleted, too. Returns whether it is such a call. */
export const reportDeletedCall = async (
  tx: Tx,
  { messenger, providerId, actionId }: CallRef,
  { recordingUrl, account }: { recordingUrl?: string; account?: string },
): Promise<{ isDeleted: boolean; hasRecording: boolean }> => {
  const recording = parseRecordingUrl(messenger, recordingUrl ?? null);
  const { rowCount } = await tx.execute(sql`
    UPDATE recording_deletions SET
           account = coalesce(account, ${recording?.account ?? account ?? null}::text),
           provider_call_id = coalesce(provider_call_id, ${providerId})
           ${
             recording
               ? sql`, recording_ids = ${mergedIds(sql`${JSON.stringify([recording.id])}::jsonb`)}, ${startAgain}`
               : sql``
           }
     WHERE messenger = ${messenger} AND (call_id = ${actionId}::uuid OR provider_call_id = ${providerId})`);
  return { isDeleted: (rowCount ?? 0) > 0, hasRecording: recording !== undefined };
};

export type DueRecordingDeletion = RecordedCall & {
  callId: string;
  messenger: string;
  simulated: boolean;
  attempts: number;
};

const isDue = sql`status = 'pending' AND next_attempt_at <= now()`;

export const hasDueRecordingDeletions = async (db: Reader): Promise<boolean> => {
  const { rows } = await db.execute<{ due: boolean }>(
    sql`SELECT EXISTS (SELECT 1 FROM recording_deletions WHERE ${isDue}) AS due`,
  );
  return rows[0]?.due === true;
};

/** Claims due calls for some minutes, so that a second worker does not ask the vendor for the same ones. */
export const claimRecordingDeletions = async (tx: Tx, size: number): Promise<DueRecordingDeletion[]> => {
  const { rows } = await tx.execute<DueRecordingDeletion>(sql`
    UPDATE recording_deletions SET attempts = attempts + 1, next_attempt_at = now() + interval '10 minutes'
     WHERE call_id IN (SELECT call_id FROM recording_deletions WHERE ${isDue}
                        ORDER BY next_attempt_at LIMIT ${size} FOR UPDATE SKIP LOCKED)
    RETURNING call_id AS "callId", messenger, simulated, account, provider_call_id AS "providerCallId",
              recording_ids AS "recordingIds", attempts`);
  return rows;
};

/** A recording that was reported meanwhile keeps the call pending. */
const isUnchanged = ({ callId, recordingIds }: DueRecordingDeletion): SQL =>
  sql`call_id = ${callId} AND status = 'pending' AND recording_ids = ${JSON.stringify(recordingIds)}::jsonb`;

export const endRecordingDeletion = async (tx: Tx, call: DueRecordingDeletion): Promise<void> => {
  await tx.execute(sql`
    UPDATE recording_deletions SET status = 'done', failure = NULL, updated_at = now() WHERE ${isUnchanged(call)}`);
};

/** Plans the next attempt; returns true when there is none, so that an operator must act. */
export const failRecordingDeletion = async (
  tx: Tx,
  call: DueRecordingDeletion,
  { failure, isFinal }: { failure: RecordingDeletionFailure; isFinal: boolean },
): Promise<boolean> => {
  const policy = retryPolicies.recordingDeletion;
  const hasFailed = isFinal || !mayRetry(policy, call.attempts);
  const next = new Date(Date.now() + retryDelayMs(policy, call.attempts)).toISOString();
  await tx.execute(sql`
    UPDATE recording_deletions SET status = ${hasFailed ? "failed" : "pending"}, failure = ${failure},
           next_attempt_at = ${next}::timestamptz, updated_at = now() WHERE ${isUnchanged(call)}`);
  return hasFailed;
};

/** A late report about a call is not expected after this time. */
const keptDays = 30;

export const sweepRecordingDeletions = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`
    DELETE FROM recording_deletions
     WHERE status = 'done' AND updated_at < now() - make_interval(days => ${keptDays})`);
};

export type FailedRecordingDeletion = {
  id: string;
  failure: RecordingDeletionFailure;
  account: string | null;
  providerCallId: string | null;
  recordingIds: string[];
  at: Date;
};

const maxShown = 100;

export const readRecordingDeletions = async (
  db: Reader,
): Promise<{ waiting: number; failedCount: number; failed: FailedRecordingDeletion[] }> => {
  const { rows } = await db.execute<{ status: string; count: number }>(
    sql`SELECT status, count(*)::int AS count FROM recording_deletions WHERE status <> 'done' GROUP BY 1`,
  );
  const count = (status: string): number => rows.find((row) => row.status === status)?.count ?? 0;
  const { rows: failed } = await db.execute<FailedRecordingDeletion>(sql`
    SELECT call_id AS id, failure, account, provider_call_id AS "providerCallId", recording_ids AS "recordingIds",
           updated_at AS at FROM recording_deletions WHERE status = 'failed' ORDER BY updated_at DESC LIMIT ${maxShown}`);
  return {
    waiting: count("pending"),
    failedCount: count("failed"),
    failed: failed.map((row) => ({ ...row, at: new Date(row.at) })),
  };
};

/** Tries the failed ones again; returns how many. */
export const retryRecordingDeletions = async (tx: Tx): Promise<number> => {
  const { rowCount } = await tx.execute(
    sql`UPDATE recording_deletions SET ${startAgain} WHERE status = 'failed'`,
  );
  return rowCount ?? 0;
};

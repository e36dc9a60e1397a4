import { sql } from "drizzle-orm";
import { type ApprovalKind, approvalLifeMs } from "#domain/approvals/approval.ts";
import type { ApprovalContent, ProposedChange } from "#domain/approvals/content.ts";
import type { Tx } from "#server/db/database.ts";
import { addPushedNotifications } from "#server/store/workspace/notifications.ts";
import type { WriteContext } from "#server/store/write.ts";
import { listDeciders } from "./approvals.ts";

/** What a sender without proof said of a person; an operator decides. */
export type NewProposal = {
  kind: Extract<ApprovalKind, "change" | "opt_out">;
  personId: string;
  /** The form or mailbox that it came by. */
  sourceName: string;
  content: ApprovalContent;
};

/** So that a sender cannot bury a person in changes. The events that proposed the oldest stay on the timeline. */
const maxOpenChanges = 5;

/** Stores those that do not wait already: of opt-outs one for each address, because the words of a sender may differ. */
const insertNew = async (tx: Tx, proposals: readonly NewProposal[], now: number): Promise<number> => {
  const rows = proposals.map((row) => ({
    ...row,
    expiresAt: new Date(now + approvalLifeMs[row.kind]).toISOString(),
  }));
  const { rowCount } = await tx.execute(sql`
    INSERT INTO approvals (kind, token_name, person_id, content, reason, expires_at)
    SELECT row.kind, row."sourceName", row."personId", row.content, '', row."expiresAt"
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (
        kind text, "personId" uuid, "sourceName" text, content jsonb, "expiresAt" timestamptz)
     WHERE NOT EXISTS (
         SELECT FROM approvals a
          WHERE a.person_id = row."personId" AND a.state = 'pending' AND a.kind = row.kind
            AND (a.content #>> '{optOut,address}' = row.content #>> '{optOut,address}'
                 OR a.content #- '{change,eventId}' = row.content #- '{change,eventId}'))`);
  await tx.execute(sql`
    UPDATE approvals SET state = 'expired' WHERE id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY person_id ORDER BY id DESC) AS place FROM approvals
         WHERE person_id = ANY(${sql.param(rows.map(({ personId }) => personId))}::uuid[])
           AND kind = 'change' AND state = 'pending' AND token_id IS NULL) open
       WHERE place > ${maxOpenChanges})`);
  return rowCount ?? 0;
};

const noticeMs = 3_600_000;

/** Stores proposals that are new, and tells those who decide, at most once an hour. */
export const addProposals = async (
  { tx, touch, clock, enqueue }: Pick<WriteContext, "tx" | "touch" | "clock" | "enqueue">,
  proposals: readonly NewProposal[],
): Promise<void> => {
  const [first] = proposals;
  if (!first || (await insertNew(tx, proposals, clock.now())) === 0) return;
  touch("approvals");
  const { rows } = await tx.execute(sql`
    SELECT FROM notifications WHERE kind = 'approval_waiting' AND params ? 'unproven'
       AND created_at > now() - make_interval(secs => ${noticeMs / 1000}) LIMIT 1`);
  if (rows.length > 0) return;
  await addPushedNotifications(
    { tx, enqueue },
    (await listDeciders(tx)).map((userId) => ({
      kind: "approval_waiting",
      params: { name: first.sourceName, unproven: 1 },
      link: "/approvals",
      userId,
    })),
  );
  touch("notifications");
};

/** The changes that an event proposed and that still wait, locked. */
export const lockProposalsOfEvent = async (
  tx: Tx,
  personId: string,
  eventId: string,
): Promise<{ id: string; sourceName: string; change: ProposedChange }[]> => {
  const { rows } = await tx.execute<{ id: string; sourceName: string; change: ProposedChange }>(sql`
    SELECT id, token_name AS "sourceName", content -> 'change' AS change FROM approvals
     WHERE person_id = ${personId} AND state = 'pending' AND kind = 'change'
       AND content #>> '{change,eventId}' = ${eventId}
     ORDER BY id FOR UPDATE`);
  return rows;
};

import { sql } from "drizzle-orm";
import { viewInput } from "#contract/audiences.ts";
import { type ApprovalRequest, requestApproval } from "#server/api/request-approval.ts";
import type { Actor } from "#server/audit/entry.ts";
import { createTokenValue, hashApiToken } from "#server/auth/api-tokens.ts";
import type { Tx } from "#server/db/database.ts";
import type { DemoThings } from "#server/demo/demo-mode.ts";
import { applyToThreads } from "#server/store/conversations/threads.ts";
import { insertView } from "#server/store/people/views.ts";
import { insertApiToken } from "#server/store/workspace/api-tokens.ts";
import { insertTeam } from "#server/store/workspace/teams.ts";

type Services = Parameters<typeof requestApproval>[0];

const tokenDays = 90;
const assistant = "Claude (sales assistant)";
const day = 86_400_000;

type Asked = { email: string; phone: string; id: string };

/** People with consents, to whom nothing was said for the longest time. */
const findQuietPeople = async (tx: Tx, count: number): Promise<Asked[]> => {
  const { rows } = await tx.execute<Asked>(sql`
    SELECT p.id, p.email, p.phone FROM people p JOIN ai_profiles a ON a.person_id = p.id
     WHERE p.email IS NOT NULL AND p.phone ~ '^\\+1(787|939)' AND p.consents @> '{"sms": true, "call": true}'
       AND NOT EXISTS (SELECT FROM actions WHERE actions.person_id = p.id)
       AND NOT EXISTS (SELECT FROM threads WHERE threads.person_id = p.id)
     ORDER BY a.intent_score DESC NULLS LAST, p.email LIMIT ${count}`);
  return rows;
};

/** What an assistant asks the team for: it may read and propose, and people decide. */
const askForApprovals = async (services: Services, actor: Actor, tx: Tx, userId: string): Promise<string> => {
  const token = createTokenValue();
  const tokenId = await insertApiToken(tx, {
    userId,
    name: assistant,
    hash: hashApiToken(token),
    ending: token.slice(-4),
    scopes: ["people:read", "conversations:read", "messages:send", "calls:place", "knowledge:write"],
    addresses: [],
    isForAssistant: true,
    expiresAt: new Date(services.clock.now() + tokenDays * day),
  });
  const [first, second, third] = await findQuietPeople(tx, 3);
  const requests: ApprovalRequest[] = [
    ...(first
      ? [
          {
            kind: "send" as const,
            personId: first.id,
            channel: "sms" as const,
            purpose: "marketing" as const,
            template: "high_intent",
            draftId: null,
            reason: "Has agreed to SMS and shows the most intent of all people to whom nobody has written.",
          },
        ]
      : []),
    ...(second
      ? [
          {
            kind: "call" as const,
            personId: second.id,
            scriptId: null,
            purpose: "marketing" as const,
            reason: "Has agreed to calls and shows intent, and nobody has called yet.",
          },
        ]
      : []),
    ...(third
      ? [
          {
            kind: "change" as const,
            personId: third.id,
            change: {
              proposer: "program" as const,
              ...{ set: {}, before: {}, addedTags: ["call-first"], fields: {}, eventId: null },
            },
            reason: "Has agreed to calls and SMS, shows intent, and has heard nothing from us.",
          },
        ]
      : []),
    {
      kind: "knowledge",
      question: "Do you install on zinc roofs?",
      answer: "Yes, on zinc as well, after the advisor has looked at the beams.",
      language: "en",
      reason: "The knowledge base says nothing about zinc roofs, which are common on the island.",
    },
  ];
  for (const request of requests)
    await requestApproval(services, actor, { tokenId, tokenName: assistant, userId, client: null }, request);
  return tokenId;
};

/** Two teams, of which one has the conversations of those who asked for a person. */
const addTeams = async (tx: Tx, userId: string, now: number): Promise<string[]> => {
  const sales = await insertTeam(tx, { name: "Sales", memberIds: [userId] });
  const service = await insertTeam(tx, { name: "Customer care", memberIds: [userId] });
  if (!sales || !service) return [];
  const { rows } = await tx.execute<{ id: string; isAsking: boolean }>(sql`
    SELECT t.person_id AS id, EXISTS (SELECT FROM tasks WHERE tasks.person_id = t.person_id AND done_at IS NULL) AS "isAsking"
      FROM threads t WHERE t.state = 'open' ORDER BY t.last_item_at DESC, t.person_id`);
  await applyToThreads(
    tx,
    rows.map(({ id, isAsking }, index) => ({
      kind: "assign" as const,
      by: userId,
      personId: id,
      team: isAsking ? sales : service,
      ...(index % 4 === 1 ? { ownerId: userId } : {}),
    })),
    now,
  );
  return [sales.id, service.id];
};

const segments = [
  {
    name: "Leads ready to buy",
    audience: {
      all: [
        { field: "type", op: "is_any_of", value: ["lead"] },
        { field: "propensity", op: ">=", value: 75 },
      ],
    },
  },
  {
    name: "Leads interested in a battery",
    audience: {
      all: [
        { field: "type", op: "is_any_of", value: ["lead"] },
        { field: "tags", op: "has_any", value: ["battery"] },
      ],
    },
  },
];

const addSegments = async (tx: Tx, userId: string): Promise<string[]> => {
  const ids: string[] = [];
  for (const { name, audience } of segments) {
    const { shared: _, ...input } = viewInput.parse({
      name,
      audience,
      kind: "segment",
      screen: "people",
      pinned: true,
    });
    const row = await insertView(tx, { ...input, ownerId: null }, userId);
    if (row) ids.push(row.id);
  }
  return ids;
};

/** What a team has set up besides: teams, segments, and an assistant that asks for approvals. */
export const addShowcase = async (
  tx: Tx,
  services: Services,
  actor: Actor & { userId: string },
): Promise<DemoThings> => {
  const teams = await addTeams(tx, actor.userId, services.clock.now());
  const token = await askForApprovals(services, actor, tx, actor.userId);
  const ids = await addSegments(tx, actor.userId);
  return { teams, tokens: [token], segments: ids };
};

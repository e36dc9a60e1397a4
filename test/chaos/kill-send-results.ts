import { channels, type SentMessage } from "./kill-send-batch.ts";
import type { Cluster } from "./kill-send-cluster.ts";

type ActionRow = {
  id: string;
  status: string;
  messenger: string | null;
  hasCallback: boolean;
  unknownEntries: number;
  reasons: unknown;
};
export type SendResult = SentMessage & ActionRow & { effects: number };

const finalStatuses = ["sent", "delivered", "read", "failed", "blocked", "unknown", "cancelled", "held"];
const reachedStatuses = ["sent", "delivered", "read"];

/** Joins each message with its stored action and with the effects in the simulators' ledger. */
export const readResults = async (
  { pool, sandbox }: Cluster,
  messages: SentMessage[],
): Promise<SendResult[]> => {
  const { rows } = await pool.query<ActionRow>(
    `SELECT id, status, messenger, reasons,
            EXISTS (SELECT 1 FROM delivery_receipts WHERE action_id = actions.id) AS "hasCallback",
            (SELECT count(*)::int FROM timeline WHERE caused_by = actions.id AND event_type = 'message_unknown') AS "unknownEntries"
       FROM actions`,
  );
  const ledger = await fetch(`${sandbox.url}/sandbox/api/ledger?effects=1`);
  const effects = new Map<string, number>();
  for (const { effect } of (await ledger.json()) as { effect: { actionId: string } }[])
    effects.set(effect.actionId, (effects.get(effect.actionId) ?? 0) + 1);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return messages.map((message) => {
    const row = byId.get(message.id);
    if (!row) throw new Error(`Action ${message.id} does not exist any more`);
    return { ...message, ...row, effects: effects.get(message.id) ?? 0 };
  });
};

/** Describes the violated guarantees; empty when there is none. */
export const findViolations = ({
  status,
  effects,
  messenger,
  hasCallback,
  unknownEntries,
}: SendResult): string[] => {
  const violations: string[] = [];
  if (effects > 1) violations.push(`${effects} effects`);
  if (!finalStatuses.includes(status)) violations.push(`still ${status}`);
  if (effects > 0 && !["unknown", ...reachedStatuses].includes(status))
    violations.push(`took effect, but is ${status}`);
  if (effects === 0 && reachedStatuses.includes(status)) violations.push(`had no effect, but is ${status}`);
  if (status === "unknown" && messenger?.startsWith("twilio"))
    violations.push("unknown, although it can be looked up");
  if (status === "unknown" && hasCallback) violations.push("unknown, although the vendor reported on it");
  if (status === "unknown" && unknownEntries === 0) violations.push("unknown, without a timeline entry");
  return violations;
};

const statusLetters: Record<string, string> = {
  sent: "s",
  delivered: "d",
  read: "r",
  failed: "f",
  unknown: "u",
  pending: "p",
  dispatching: "!",
};

/**
 * A table of steps by fault modes with one letter per channel. A dot means that the channel does not have the mode
 * or that its message did not reach the step.
 */
export const formatResults = (results: SendResult[]): string => {
  const modes = [...new Set(results.map(({ mode }) => mode))];
  const steps = [...new Set(results.map(({ step }) => step))];
  const formatCell = (step: string, mode: string): string =>
    channels
      .map((channel) => {
        const result = results.find(
          (other) =>
            other.step === step && other.mode === mode && other.channel === channel && other.isCovered,
        );
        return result ? (statusLetters[result.status] ?? "?") : ".";
      })
      .join("");
  const width = Math.max(...steps.map((step) => step.length));
  const lines = [
    `${"".padEnd(width)} ${modes.join(" ")}`,
    ...steps.map(
      (step) =>
        `${step.padEnd(width)} ${modes.map((mode) => formatCell(step, mode).padEnd(mode.length)).join(" ")}`,
    ),
  ];
  const legend = Object.entries(statusLetters).map(([status, letter]) => `${letter} ${status}`);
  return [`${channels.join(", ")}: ${legend.join(", ")}`, ...lines].join("\n");
};

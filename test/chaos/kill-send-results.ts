import type { House } from "./kill-send-cluster.ts";
import { channels, type Sent } from "./kill-send-batch.ts";

type Row = {
  id: string;
  status: string;
  messenger: string | null;
  told: boolean;
  toldUnknown: number;
  reasons: unknown;
};
export type Ended = Sent & Row & { effects: number };

const stated = ["sent", "delivered", "read", "failed", "blocked", "unknown", "cancelled", "held"];
const reached = ["sent", "delivered", "read"];

/** What each has become, here and in the book of an observer outside. */
export const readEnds = async ({ pool, sandbox }: House, sent: Sent[]): Promise<Ended[]> => {
  const { rows } = await pool.query<Row>(
    `SELECT id, status, messenger, reasons,
            EXISTS (SELECT 1 FROM callbacks WHERE action_id = actions.id) AS told,
            (SELECT count(*)::int FROM timeline WHERE caused_by = actions.id AND event_type = 'message_unknown') AS "toldUnknown"
       FROM actions`,
  );
  const ledger = await fetch(`${sandbox.url}/sandbox/api/ledger?effects=1`);
  const effects = new Map<string, number>();
  for (const { effect } of (await ledger.json()) as { effect: { actionId: string } }[])
    effects.set(effect.actionId, (effects.get(effect.actionId) ?? 0) + 1);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return sent.map((one) => {
    const row = byId.get(one.id);
    if (!row) throw new Error(`${one.id} is gone`);
    return { ...one, ...row, effects: effects.get(one.id) ?? 0 };
  });
};

/** What must never be, in words; nothing when all is well. */
export const wrongWith = ({ status, effects, messenger, told, toldUnknown }: Ended): string[] => {
  const wrong: string[] = [];
  if (effects > 1) wrong.push(`${effects} effects`);
  if (!stated.includes(status)) wrong.push(`left ${status}`);
  if (effects > 0 && !["unknown", ...reached].includes(status))
    wrong.push(`had its effect, and is ${status}`);
  if (effects === 0 && reached.includes(status)) wrong.push(`had no effect, and is ${status}`);
  if (status === "unknown" && messenger?.startsWith("twilio")) wrong.push("could be looked up");
  if (status === "unknown" && told) wrong.push("was told, and is not known");
  if (status === "unknown" && toldUnknown === 0) wrong.push("unknown, and nobody was told");
  return wrong;
};

const letters: Record<string, string> = {
  sent: "s",
  delivered: "d",
  read: "r",
  failed: "f",
  unknown: "u",
  pending: "p",
  dispatching: "!",
};

/** Steps by modes: a letter for each channel; a dot where a channel has no such mode, or did not come to the step. */
export const tableOf = (ended: Ended[]): string => {
  const modes = [...new Set(ended.map(({ mode }) => mode))];
  const steps = [...new Set(ended.map(({ step }) => step))];
  const at = (step: string, mode: string): string =>
    channels
      .map((channel) => {
        const one = ended.find(
          (other) => other.step === step && other.mode === mode && other.channel === channel && other.covered,
        );
        return one ? (letters[one.status] ?? "?") : ".";
      })
      .join("");
  const width = Math.max(...steps.map((step) => step.length));
  const lines = [
    `${"".padEnd(width)} ${modes.join(" ")}`,
    ...steps.map(
      (step) => `${step.padEnd(width)} ${modes.map((mode) => at(step, mode).padEnd(mode.length)).join(" ")}`,
    ),
  ];
  const legend = Object.entries(letters).map(([word, letter]) => `${letter} ${word}`);
  return [`${channels.join(", ")}: ${legend.join(", ")}`, ...lines].join("\n");
};

import { evaluateByHand, type HandQuestion } from "#domain/compliance/evaluate-by-hand.ts";
import type { GateFacts } from "#domain/compliance/facts.ts";
import { findRecipients, type Recipient, readGateFacts } from "#server/store/compliance/gate-facts.ts";
import type { ApiServices } from "./handler.ts";

/** What the gate would evaluate now; undefined without such a person. Nothing is sent. */
export const readCurrentFacts = async (
  { database, contactRules, addressHash }: Pick<ApiServices, "database" | "contactRules" | "addressHash">,
  personId: string,
  now: number,
): Promise<{ person: Recipient; facts: GateFacts } | undefined> => {
  const [person] = await findRecipients(database.db, [personId]);
  if (!person) return undefined;
  const rules = await contactRules(now);
  const read = await database.db.transaction((tx) => readGateFacts(tx, [person], rules, addressHash, now));
  const facts = read.get(personId);
  return facts && { person, facts };
};

/** What the gate would decide of an operator's message now. */
export const askGate = (question: HandQuestion, facts: GateFacts) => {
  const { kind, reasons, ...decision } = evaluateByHand(question, facts);
  const until =
    "until" in decision && decision.until !== null ? new Date(decision.until).toISOString() : null;
  return { ruling: kind, until, reasons };
};

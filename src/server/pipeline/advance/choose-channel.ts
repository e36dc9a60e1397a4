import type { Channel } from "#domain/channels/channel.ts";
import { evaluateGate } from "#domain/compliance/evaluate-gate.ts";
import type { Language } from "#domain/language.ts";
import type { PlannedMessage } from "#domain/rules/kinds.ts";
import { chooseMessage } from "#domain/sequences/choose-message.ts";
import type { Sequence } from "#domain/sequences/compile-sequence.ts";
import type { Tx } from "#server/db/database.ts";
import { plannedIntent, recipientLanguage } from "#server/pipeline/deliver/compose.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import type { ContactRules } from "#server/store/compliance/contact-rules.ts";
import { findRecipients, readGateFacts } from "#server/store/compliance/gate-facts.ts";
import { listTemplateTexts } from "#server/store/delivery/templates.ts";

type Addressed = { personId: string; ruleId: string; preferred: Channel | null; latest: number };
/** The message on the channel on which it goes. */
export type ChooseChannel = (message: PlannedMessage, to: Addressed) => PlannedMessage;

export const asksForChannel = ({ steps }: Sequence): boolean =>
  steps.some(({ does }) => "channel" in does && does.alternatives !== undefined);

type ChoiceContext = { contactRules: ContactRules; hash: AddressHash; language: Language; now: number };

/** Reads what the gate needs to choose among channels for these people. */
export const readChannelChoice = async (
  tx: Tx,
  personIds: readonly string[],
  { contactRules, hash, language, now }: ChoiceContext,
): Promise<ChooseChannel> => {
  if (personIds.length === 0) return (message) => message;
  const recipients = await findRecipients(tx, [...personIds]);
  const facts = await readGateFacts(tx, recipients, contactRules, hash, now);
  const templates = await listTemplateTexts(tx);
  const languages = new Map(recipients.map((one) => [one.id, recipientLanguage(one, language)]));
  return (message, { personId, ruleId, preferred, latest }) => {
    const known = facts.get(personId);
    if (!known) return message;
    const target = { personId, ruleId, repeatLimit: null, language: languages.get(personId) ?? language };
    return chooseMessage(message, {
      ...{ preferred, latest },
      decide: (one) => evaluateGate(plannedIntent(one, target, templates), known),
    });
  };
};

import type { ConversationChannel } from "#domain/channels/channel.ts";
import { detectLanguage } from "#domain/detect-language.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { assessSafety } from "#domain/safety/assess-safety.ts";
import { alertingSafetyKinds, safetyAnswers, urgentSafetyKinds } from "#domain/safety/safety-answers.ts";
import { cutText } from "#domain/storable-text.ts";
import { readRisk } from "#server/ai/local-reader.ts";
import { newId } from "#server/db/id.ts";
import { insertActions } from "#server/store/automation/rule-runs.ts";
import { addHandoffTask } from "#server/store/conversations/handoff-tasks.ts";
import { findAddressOf } from "#server/store/people/person-addresses.ts";
import { addPushedNotifications } from "#server/store/workspace/notifications.ts";
import type { WriteContext } from "#server/store/write.ts";

type WrittenMessage = {
  eventId: string;
  channel: ConversationChannel;
  from: string;
  name: string | null;
  text: string;
  people: readonly string[];
  isTest: boolean;
};

const maxWords = 160;

/**
 * A message that tells of danger, a threat or the like: a task, for what is urgent a notification with the words, and to
 * who is in danger one fixed answer. While the task is open, nothing else is answered automatically.
 */
export const handleSafety = async (
  context: Pick<WriteContext, "tx" | "touch" | "clock" | "enqueue">,
  { eventId, channel, from, name, text, people, isTest }: WrittenMessage,
): Promise<void> => {
  const [personId] = people;
  // In calls the agent's own policies do this.
  if (channel === "call") return;
  if (personId === undefined || text.trim() === "") return;
  const finding = assessSafety(text, (words) => readRisk({ text: words, channel }).safety);
  const found = finding ? [finding.kind, ...finding.also] : [];
  const [kind, ...others] = alertingSafetyKinds.filter((alerting) => found.includes(alerting));
  if (kind === undefined) return;
  const { tx, touch, clock } = context;
  const words = cutText(text, maxWords);
  await addHandoffTask(tx, { id: eventId, personId, kind, details: [words] });
  for (const other of others)
    await addHandoffTask(tx, { id: newId(), personId, kind: other, details: [words] });
  touch("threads");
  if (urgentSafetyKinds.includes(kind)) {
    const params = { person: name || formatPhone(from), words, ...(isTest ? { simulated: 1 } : {}) };
    await addPushedNotifications(context, [{ kind: "safety_alert", params, link: `/inbox/${personId}` }]);
    touch("notifications");
  }
  const answers = safetyAnswers[kind];
  if (answers === undefined) return;
  const language = detectLanguage(text);
  // Short cries for help have too few words to tell the language.
  const answer = language ? answers[language] : `${answers.es} ${answers.en}`;
  const address = await findAddressOf(tx, personId, from);
  await insertActions(tx, [
    {
      id: newId(),
      personId,
      ruleId: null,
      ruleRunId: null,
      type: channel,
      config: {
        text: answer,
        purpose: "safety",
        answersAutomatically: true,
        ...(address?.isPrimary === false ? { addressId: address.id } : {}),
      },
      notBefore: new Date(clock.now()).toISOString(),
      causedBy: eventId,
    },
  ]);
  touch("actions");
};

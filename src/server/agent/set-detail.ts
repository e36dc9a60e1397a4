import { languages } from "#domain/language.ts";
import { changeSource } from "#domain/people/change-source.ts";
import { checkColumnText, checkOutsideText, outsideProblemTexts } from "#domain/people/outside-text.ts";
import { planChange } from "#domain/people/plan-change.ts";
import { system } from "#server/audit/entry.ts";
import { newId } from "#server/db/id.ts";
import { applyPlans } from "#server/store/people/apply-plans.ts";
import { savePreference } from "#server/store/people/profiles.ts";
import { lockOnePerson } from "#server/store/people/stored-people.ts";
import type { AgentServices, ToolResult } from "./conversation.ts";

const notDone = (text: string): ToolResult => ({ isDone: false, text });

/** The call in which a person told a detail, and the words that it rests on. */
type DetailSource = { personId: string; callId: string; quote: string };

/** Stores a detail that a caller told. What messages would quote is checked as all values from outside are. */
export const setDetail = async (
  services: Pick<AgentServices, "write" | "addressHash">,
  { personId, callId, quote }: DetailSource,
  { field, value: said }: { field: string; value: string },
): Promise<ToolResult> => {
  if (field === "language" && !languages.some((known) => known === said))
    return notDone(`Not accepted: the language is one of ${languages.join(", ")}.`);
  // Operators read the other details, too.
  const checked = checkColumnText(field, said) ?? checkOutsideText("place", said);
  if ("problem" in checked)
    return notDone(`Not accepted: ${outsideProblemTexts.en[checked.problem]}. Ask the customer again.`);
  const { value } = checked;
  await services.write(system, async (context) => {
    const { tx, audit, touch, clock } = context;
    const person = await lockOnePerson(tx, personId);
    if (!person) return;
    const isColumn = field === "firstName" || field === "lastName" || field === "language";
    // Other wishes are kept in the profile.
    if (!isColumn) await savePreference(tx, personId, field, value);
    const entry = {
      eventType: "person_updated" as const,
      title: "Person updated",
      description: `${field}: ${value}`,
      metadata: { callId, field, quote },
    };
    const plan = planChange(
      person,
      { set: isColumn ? { [field]: value } : {}, entries: [entry] },
      changeSource("call", { name: "voice_agent", causedBy: callId }),
      { now: clock.now(), newId },
    );
    await applyPlans(context, [plan], services.addressHash);
    audit({
      eventType: "data_change",
      entityType: "person",
      entityId: personId,
      details: { kind: "agent_changed_person" },
      metadata: { callId, field },
    });
    touch("people");
  });
  return { isDone: true, text: `Stored: ${field}.` };
};

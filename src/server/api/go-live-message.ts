import * as z from "zod";
import { consentChannelFor, contactAddressKindOf, type OutreachChannel } from "#domain/channels/channel.ts";
import type { GoLiveChannel } from "#domain/go-live/records.ts";
import type { Language } from "#domain/language.ts";
import { changeSource } from "#domain/people/change-source.ts";
import { planChange } from "#domain/people/plan-change.ts";
import { parsePhoneText } from "#domain/phone.ts";
import type { Actor } from "#server/audit/entry.ts";
import { newId } from "#server/db/id.ts";
import { insertActions } from "#server/store/automation/rule-runs.ts";
import { applyPlans } from "#server/store/people/apply-plans.ts";
import { lockAddresses } from "#server/store/people/matching.ts";
import { lockPeople } from "#server/store/people/stored-people.ts";
import { saveGoLiveRecord } from "#server/store/workspace/go-live.ts";
import type { ApiServices } from "./handler.ts";
import { Problem } from "./problem.ts";

type TestMessageRequest = {
  channel: GoLiveChannel;
  to: string;
  /** Of the user who asked for it. */
  email: string;
  language: Language;
};

const actionTypes: Record<GoLiveChannel, OutreachChannel> = {
  sms: "sms",
  whatsapp: "whatsapp",
  voice: "call",
  email: "email",
};

const texts: Record<Language, (business: string) => { subject: string; text: string }> = {
  en: (business) => ({
    subject: "Test message",
    text: `This is a test message from ${business}. Messages on this channel arrive.`,
  }),
  es: (business) => ({
    subject: "Mensaje de prueba",
    text: `Este es un mensaje de prueba de ${business}. Los mensajes por este canal llegan.`,
  }),
};

const source = "Go-live guide";

const parseAddress = (kind: "phone" | "email", to: string): string => {
  const address = kind === "phone" ? parsePhoneText(to) : z.email().safeParse(to.toLowerCase()).data;
  if (address === undefined) throw new Problem("invalid", { issues: [{ path: "to", message: "" }] });
  return address;
};

/** Requests a message to the user's own address. Their request is the consent; the gate decides as for any other. */
export const requestTestMessage = async (
  { write, business, addressHash }: ApiServices,
  actor: Actor,
  { channel, to, email, language }: TestMessageRequest,
): Promise<string> => {
  const type = actionTypes[channel];
  const kind = contactAddressKindOf(type);
  const address = parseAddress(kind, to);
  const { values } = await business();
  const { subject, text } = texts[language](values.company_name ?? "Faro");
  const actionId = newId();
  await write(actor, async (context) => {
    const { tx, audit, touch } = context;
    // The person who has the address; a new one where there is none.
    await lockAddresses(tx, [address]);
    const [known] = await lockPeople(tx, { addresses: [address], ids: [], field: null });
    const consent = {
      channel: consentChannelFor(type),
      purpose: "service" as const,
      state: "granted" as const,
      method: "operator" as const,
      proof: { text: "Asked for a test message to their own address", recordedBy: email },
    };
    const plan = planChange(
      known ?? null,
      { set: known ? {} : { [kind]: address, tags: ["test"], sources: [source] }, consents: [consent] },
      changeSource("user", { actorId: actor.userId }),
      { now: context.clock.now(), newId },
    );
    await applyPlans(context, [plan], addressHash);
    const personId = plan.after.id;
    touch("people");
    const config = { text, purpose: "service", ...(type === "email" ? { subject } : {}) };
    await insertActions(tx, [
      {
        id: actionId,
        personId,
        ruleId: null,
        ruleRunId: null,
        type,
        config,
        notBefore: new Date().toISOString(),
        causedBy: null,
      },
    ]);
    await saveGoLiveRecord(tx, `message:${channel}`, actor.userId, { actionId });
    audit({
      eventType: "data_change",
      entityType: "action",
      entityId: actionId,
      details: { kind: "test_message_requested", channel: type },
      metadata: { deed: "asked", personId, purpose: "service" },
    });
    touch("actions");
  });
  return actionId;
};

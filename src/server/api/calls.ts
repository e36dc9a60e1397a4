import type { ConsentPurpose } from "#domain/compliance/consent.ts";
import { hangUpCall } from "#server/connectors/messaging/twilio-live-call.ts";
import type { TwilioContext } from "#server/connectors/twilio.ts";
import { newId } from "#server/db/id.ts";
import { recipientLanguage } from "#server/pipeline/deliver/compose.ts";
import { insertActions } from "#server/store/automation/rule-runs.ts";
import { findRecipients } from "#server/store/compliance/gate-facts.ts";
import {
  findScriptToCall,
  hasPlannedCall,
  insertCallCommand,
  type LockedCall,
  lockCallState,
  type ScriptToCall,
} from "#server/store/delivery/call-commands.ts";
import { correctOutcome, readCallDetail } from "#server/store/delivery/call-detail.ts";
import { listUpcomingCalls, readLiveCalls } from "#server/store/delivery/live-calls.ts";
import { readPhoneSettings } from "#server/store/workspace/settings.ts";
import type { WriteContext } from "#server/store/write.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

/** Commands of the operator who speaks in the agent's place. */
const needsOperator: readonly string[] = ["say", "hand_back"];

const hangUp = async (
  messaging: ApiServices["messaging"],
  { messenger, providerCallId }: LockedCall,
): Promise<void> => {
  const opened = messenger === null ? undefined : await messaging.open(messenger);
  if (!opened || providerCallId === null) throw new Problem("not_configured");
  const isDone = await hangUpCall(opened.context as TwilioContext, providerCallId);
  if (!isDone) throw new Problem("vendor_failed");
};

type CallRequest = {
  id: string;
  personId: string;
  script: ScriptToCall;
  purpose: ConsentPurpose;
  /** The primary one where it is left out. */
  addressId?: string;
  sentBy: string | null;
};

/** Plans a call of the voice agent that an operator asked for. */
export const requestCall = async (
  { tx, audit, touch }: WriteContext,
  { id, personId, script, purpose, addressId, sentBy }: CallRequest,
): Promise<void> => {
  await insertActions(tx, [
    {
      id,
      personId,
      ruleId: null,
      ruleRunId: null,
      type: "voice_agent",
      config: {
        scriptId: script.id,
        text: script.content,
        purpose,
        ...(addressId === undefined ? {} : { addressId }),
      },
      notBefore: new Date().toISOString(),
      causedBy: null,
      sentBy,
    },
  ]);
  audit({
    eventType: "data_change",
    entityType: "action",
    entityId: id,
    details: { kind: "call_requested", name: script.name },
    metadata: { deed: "asked", personId, purpose },
  });
  touch("actions");
};

export const callHandlers: Pick<Handlers["voice"], "call" | "setOutcome" | "place" | "live" | "command"> = {
  call: async ({ input: { params }, services: { database }, caller, request }) => {
    const call = await readCallDetail(database.pool, params.id, requestLanguage({ caller, request }));
    if (!call) throw new Problem("not_found");
    return call;
  },

  setOutcome: async ({ input: { params, body }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const corrected = await correctOutcome(tx, params.id, body.outcome);
      if (!corrected) throw new Problem("not_found");
      audit({
        eventType: "data_change",
        entityType: "call",
        entityId: params.id,
        details: { kind: "call_outcome_set", outcome: body.outcome },
        metadata: { before: corrected.before, after: body.outcome },
      });
      touch("calls", "people");
    });
    return { ok: true };
  },

  place: async ({ input: { params, body }, actor, services: { business, write } }) => {
    const actionId = newId();
    const { language } = await business();
    await write(actor, async (context) => {
      const [person] = await findRecipients(context.tx, [params.id]);
      if (!person) throw new Problem("not_found");
      const script = await findScriptToCall(context.tx, body.scriptId, recipientLanguage(person, language));
      if (!script) throw new Problem("no_script");
      if (await hasPlannedCall(context.tx, params.id)) throw new Problem("call_planned");
      await requestCall(context, {
        id: actionId,
        personId: params.id,
        script,
        purpose: body.purpose,
        sentBy: actor.userId,
      });
    });
    return { actionId };
  },

  live: async ({ input: { query }, services: { database }, caller, request }) => {
    const [live, next] = await Promise.all([
      readLiveCalls(database.pool, query.call, requestLanguage({ caller, request })),
      listUpcomingCalls(database.pool),
    ]);
    return { ...live, next, now: new Date().toISOString() };
  },

  command: async ({ input: { params, body }, caller, actor, services: { write, messaging } }) => {
    const locked = await write(actor, async ({ tx, audit, touch }) => {
      const call = await lockCallState(tx, params.id);
      if (!call) throw new Problem("not_found");
      if (!call.isRunning) throw new Problem("call_over");
      if (needsOperator.includes(body.kind) && call.owner !== "operator") throw new Problem("call_not_taken");
      if (body.kind === "transfer" && body.target !== undefined) {
        const { transferTargets } = await readPhoneSettings(tx);
        if (body.target >= transferTargets.length) throw new Problem("not_found");
      }
      await insertCallCommand(tx, params.id, body, caller.user.id);
      audit({
        eventType: "data_change",
        entityType: "call",
        entityId: params.id,
        details: { kind: "call_commanded", command: body.kind },
      });
      touch("live-calls", "call-commands");
      return call;
    });
    // While the telephone rings and after a hand-over, no socket takes the command.
    const hasSocket = locked.owner === "agent" || locked.owner === "operator";
    if (body.kind === "hang_up" && !hasSocket) await hangUp(messaging, locked);
    return { ok: true };
  },
};

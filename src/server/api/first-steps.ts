import type { FirstStepProgress } from "#contract/first-steps.ts";
import { hasLevel, type Permissions } from "#domain/access/areas.ts";
import { isPartial } from "#domain/access/record-scope.ts";
import type { GateFacts } from "#domain/compliance/facts.ts";
import { instantAtLocalTime, toLocalTime } from "#domain/day.ts";
import { type FirstThing, planFirstSteps, provenThings } from "#domain/first-steps/first-steps.ts";
import { sandboxNumbers } from "#domain/first-steps/sandbox-numbers.ts";
import { isConnected } from "#domain/go-live/guide.ts";
import { parseEndpointSettings } from "#domain/ingestion/settings.ts";
import { changeSource } from "#domain/people/change-source.ts";
import { planChange } from "#domain/people/plan-change.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";
import type { UserSession } from "#server/auth/sessions.ts";
import { newId } from "#server/db/id.ts";
import { saveAskedNames } from "#server/demo/asked-names.ts";
import { findTrialEndpoint, trialPayload } from "#server/demo/trial-lead.ts";
import { receiveWebhook } from "#server/pipeline/ingest/webhook/receive.ts";
import { writeByHand } from "#server/pipeline/reply/write-by-hand.ts";
import { applyPlans } from "#server/store/people/apply-plans.ts";
import { lockAddresses } from "#server/store/people/matching.ts";
import { lockBusinessDetails, saveBusinessDetails } from "#server/store/workspace/business.ts";
import {
  findFreeNumber,
  hasRuleAndPerson,
  hasRuledMessages,
  isRuledMessage,
  lockFirstSteps,
  readFirstSteps,
  readOwnPhone,
  readSentLead,
  type StoredFirstSteps,
  updateFirstSteps,
} from "#server/store/workspace/first-steps.ts";
import { updateUser } from "#server/store/workspace/users.ts";
import type { WriteContext } from "#server/store/write.ts";
import { askGate, readCurrentFacts } from "./gate-checks.ts";
import { readGoLiveProgress } from "./go-live.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { displayName } from "./people.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

type User = UserSession["user"];

const mayManageChannels = ({ permissions }: User): boolean => hasLevel(permissions, "settings", "manage");

/** The sandbox phone forwards only what who works on integrations and conversations sends. */
const mayUsePhone = (permissions: Permissions): boolean =>
  (["people", "inbox", "integrations"] as const).every((area) => hasLevel(permissions, area, "work"));

const readPossible = async (
  { database, simulation, sandboxUrl }: ApiServices,
  { permissions, scopes }: User,
): Promise<Record<FirstThing, boolean>> => {
  const { isDemo, allowsTestSends } = await simulation();
  // The sample lead would be nobody's, so who has only their own people would not see her.
  const hasAll = !isPartial(scopes);
  const mayAsk = (["inbox", "people", "compliance"] as const).some((area) =>
    hasLevel(permissions, area, "view"),
  );
  const maySendLead = hasLevel(permissions, "endpoints", "work") && hasLevel(permissions, "people", "view");
  return {
    lead: isDemo && hasAll && maySendLead && (await findTrialEndpoint(database.db)) !== undefined,
    message: sandboxUrl !== undefined && (isDemo || allowsTestSends) && hasAll && mayUsePhone(permissions),
    why: hasAll && mayAsk && (await hasRuledMessages(database.db)),
    live: hasLevel(permissions, "settings", "manage"),
  };
};

const readChannel = async (services: ApiServices, user: User): Promise<FirstStepProgress["channel"]> => {
  if (!mayManageChannels(user)) return null;
  const { channels } = await readGoLiveProgress(services);
  const connected = channels.find(isConnected);
  if (!connected) return null;
  const { channel, steps } = connected;
  return { channel, done: steps.filter(({ state }) => state === "done").length, total: steps.length };
};

const readFacts = async (services: ApiServices, user: User, stored: StoredFirstSteps) => {
  const { db } = services.database;
  const [possible, lead, phone, channel] = await Promise.all([
    readPossible(services, user),
    stored.leadEventId === null ? null : readSentLead(db, stored.leadEventId),
    readOwnPhone(db, stored),
    readChannel(services, user),
  ]);
  const facts = {
    possible,
    isLoading: services.demoProgress() !== null,
    kept: stored.done,
    lead,
    message: phone?.message ?? null,
    isConnected: channel !== null,
  };
  return { facts, lead, phone, channel };
};

type Change = Parameters<WriteContext["audit"]>[0]["details"] & { kind: "first_steps_changed" };

/** Stores what changed for a user, with its entry in the audit log. */
const saveSteps = async (
  { tx, audit, touch }: WriteContext,
  userId: string,
  change: Parameters<typeof updateFirstSteps>[2],
  entries: readonly Change["change"][],
): Promise<void> => {
  await updateFirstSteps(tx, userId, change);
  for (const entry of entries)
    audit({
      eventType: "data_change",
      entityType: "user",
      entityId: userId,
      details: { kind: "first_steps_changed", change: entry },
    });
  touch("account");
};

/** A number that no person has, with the time zone of its place where the number does not tell it. */
const takeNumber = async (
  { database, contactRules }: ApiServices,
  now: number,
  where: { maySayZone: boolean },
): Promise<{ phone: string; timezone: string | null }> => {
  const { numbers, timezone } = sandboxNumbers(now, await contactRules(now), Math.random, where);
  const phone = await findFreeNumber(database.db, numbers);
  if (phone === undefined) throw new Problem("conflict");
  return { phone, timezone };
};

/** The next ten o'clock in the evening where the person is. */
const nextEvening = (
  { phone, where: { zone } }: Pick<GateFacts, "phone" | "where">,
  now: number,
): { at: number; timezone: string } | undefined => {
  const [place] = candidatePlaces({ phone, zip: null, region: null, zone });
  if (!place) return undefined;
  const dayMs = 86_400_000;
  const local = toLocalTime(now, place.zone);
  const tonight = Math.floor(local / dayMs) * dayMs + 22 * 3_600_000;
  return {
    at: instantAtLocalTime(tonight > local ? tonight : tonight + dayMs, place.zone),
    timezone: place.zone,
  };
};

const saveProfile = async (
  { tx, audit, touch }: WriteContext,
  { id, email }: User,
  profile: Parameters<typeof updateUser>[2],
): Promise<void> => {
  await updateUser(tx, id, profile);
  audit({
    eventType: "data_change",
    entityType: "user",
    entityId: id,
    details: { kind: "profile_changed", email },
    metadata: { fields: Object.keys(profile) },
  });
  touch("users");
};

const saveBusinessName = async ({ tx, audit, touch }: WriteContext, name: string): Promise<void> => {
  const { updatedAt: _, ...before } = await lockBusinessDetails(tx);
  if (before.name === name) return;
  const after = { ...before, name };
  await saveBusinessDetails(tx, after);
  audit({
    eventType: "settings_update",
    entityType: "settings",
    entityId: "business",
    details: { kind: "thing", verb: "changed", thing: "business_details" },
    metadata: { before, after },
  });
  touch("settings");
};

export const firstStepHandlers: Handlers["firstSteps"] = {
  progress: async ({ services, caller: { user } }) => {
    const stored = await readFirstSteps(services.database.db, user.id);
    const { facts, lead, phone, channel } = await readFacts(services, user, stored);
    return {
      ...planFirstSteps(facts),
      toKeep: provenThings(facts).filter((id) => stored.done[id] === undefined),
      lead,
      phone,
      asked: stored.asked,
      channel,
    };
  },

  names: async ({ input: { body }, actor, caller: { user }, services: { write, demoProgress } }) => {
    // The load of the demo has locked the details of the business until it ends.
    const isLoading = demoProgress() !== null;
    await write(actor, async (context) => {
      await lockFirstSteps(context.tx, user.id);
      const settledAt = new Date(context.clock.now());
      if ("skip" in body) return saveSteps(context, user.id, { settledAt }, ["skipped"]);
      const { businessName, ...profile } = body;
      const asked = isLoading ? { businessName } : {};
      await saveSteps(context, user.id, { settledAt, ...asked }, ["names"]);
      await saveProfile(context, user, profile);
      // A blank field leaves the name as it is.
      if (businessName !== null && !isLoading) await saveBusinessName(context, businessName);
    });
    // The load may have ended before the name was stored.
    if (isLoading && demoProgress() === null) await saveAskedNames(write);
    return { ok: true };
  },

  hide: async ({ actor, caller: { user }, services: { write } }) => {
    await write(actor, async (context) => {
      const { hiddenAt } = await lockFirstSteps(context.tx, user.id);
      if (hiddenAt === null)
        await saveSteps(context, user.id, { hiddenAt: new Date(context.clock.now()) }, ["hidden"]);
    });
    return { ok: true };
  },

  keep: async ({ actor, caller: { user }, services }) => {
    const stored = await readFirstSteps(services.database.db, user.id);
    const { facts } = await readFacts(services, user, stored);
    const proven = provenThings(facts);
    await services.write(actor, async (context) => {
      const { done } = await lockFirstSteps(context.tx, user.id);
      const newlyDone = proven.filter((id) => done[id] === undefined);
      if (newlyDone.length === 0) return;
      const at = new Date(context.clock.now()).toISOString();
      const added = Object.fromEntries(newlyDone.map((id) => [id, at]));
      await saveSteps(context, user.id, { done: { ...done, ...added } }, newlyDone);
    });
    return { ok: true };
  },

  sendLead: async ({ input: { body }, actor, caller, request, services }) => {
    const { database, groupCommit, mapping, write } = services;
    const endpoint = await findTrialEndpoint(database.db);
    if (!endpoint) throw new Problem("not_configured");
    // A form names no time zone.
    const { phone } = await takeNumber(services, Date.now(), { maySayZone: false });
    const language = requestLanguage({ caller, request });
    const payload = trialPayload({ phone, language, message: body.message }, Math.random);
    const received = await receiveWebhook(
      { id: endpoint.id, settings: parseEndpointSettings(endpoint.settings) },
      { headers: { "content-type": "application/json" }, body: Buffer.from(JSON.stringify(payload)) },
      { groupCommit, mapping, write },
    );
    if (!received.ok) throw new Problem("unreadable");
    await write(actor, async (context) => {
      await lockFirstSteps(context.tx, caller.user.id);
      await saveSteps(context, caller.user.id, { leadEventId: received.id }, ["lead_sent"]);
    });
    return { eventId: received.id };
  },

  addPhone: async ({ actor, caller, request, services }) => {
    const { write, addressHash } = services;
    const { user } = caller;
    if (!(await readPossible(services, user)).message) throw new Problem("not_configured");
    const { phone, timezone } = await takeNumber(services, Date.now(), { maySayZone: true });
    const language = requestLanguage({ caller, request });
    return write(actor, async (context) => {
      const { tx, audit, touch, clock } = context;
      const stored = await lockFirstSteps(tx, user.id);
      const own = await readOwnPhone(tx, stored);
      if (own) return { personId: own.personId };
      await lockAddresses(tx, [phone]);
      const consent = {
        channel: "sms" as const,
        purpose: "service" as const,
        state: "granted" as const,
        method: "operator" as const,
        proof: { text: "Asked for a message to their own sandbox phone", recordedBy: user.email },
      };
      const plan = planChange(
        null,
        {
          set: {
            phone,
            timezone,
            firstName: user.firstName ?? user.email.split("@")[0] ?? null,
            lastName: user.lastName,
            language,
            tags: ["test"],
            sources: ["Start"],
          },
          consents: [consent],
        },
        changeSource("user", { actorId: user.id }),
        { now: clock.now(), newId },
      );
      await applyPlans(context, [plan], addressHash);
      const { after } = plan;
      audit({
        eventType: "data_change",
        entityType: "person",
        entityId: after.id,
        details: { kind: "thing", verb: "added", thing: "person", name: displayName(after) },
      });
      await updateFirstSteps(tx, user.id, { ownPersonId: after.id, messageActionId: null });
      touch("people", "account");
      return { personId: after.id };
    });
  },

  gate: async ({ caller: { user }, services }) => {
    const { ownPersonId } = await readFirstSteps(services.database.db, user.id);
    const now = Date.now();
    const ask = async (at: number) => {
      const current = ownPersonId === null ? undefined : await readCurrentFacts(services, ownPersonId, at);
      if (ownPersonId === null || !current) throw new Problem("not_found");
      const question = {
        personId: ownPersonId,
        channel: "sms",
        purpose: "service",
        approvedTemplateName: null,
        templateCategory: undefined,
      } as const;
      return { facts: current.facts, answer: askGate(question, current.facts) };
    };
    const { facts, answer } = await ask(now);
    const evening = nextEvening(facts, now);
    return {
      now: answer,
      evening: evening
        ? {
            ...(await ask(evening.at)).answer,
            at: new Date(evening.at).toISOString(),
            timezone: evening.timezone,
          }
        : null,
    };
  },

  sendMessage: async ({ input: { body }, actor, caller: { user }, services: { write } }) => {
    const id = newId();
    await write(actor, async (context) => {
      const { tx, touch, clock } = context;
      const stored = await lockFirstSteps(tx, user.id);
      const own = await readOwnPhone(tx, stored);
      if (!own) throw new Problem("not_found");
      const now = clock.now();
      const message = {
        id,
        personId: own.personId,
        userId: user.id,
        channel: "sms" as const,
        purpose: "service" as const,
        config: { text: body.text },
        notBefore: new Date(now).toISOString(),
        seenUpTo: null,
        anyway: true,
      };
      await writeByHand(context, message, now);
      await updateFirstSteps(tx, user.id, { messageActionId: id });
      touch("account");
    });
    return { actionId: id };
  },

  asked: async ({ input: { body }, actor, caller: { user }, services: { database, write } }) => {
    const isAnswered =
      body.question === "forward"
        ? await hasRuleAndPerson(database.db, body.ruleId, body.personId)
        : await isRuledMessage(database.db, body.actionId, body.question);
    if (!isAnswered) throw new Problem("not_found");
    await write(actor, async (context) => {
      const { asked, done } = await lockFirstSteps(context.tx, user.id);
      if (asked[body.question] !== undefined) return;
      const at = new Date(context.clock.now()).toISOString();
      const isFirst = done.why === undefined;
      await saveSteps(
        context,
        user.id,
        { asked: { ...asked, [body.question]: at }, done: { ...done, why: done.why ?? at } },
        isFirst ? ["why"] : [],
      );
    });
    return { ok: true };
  },
};

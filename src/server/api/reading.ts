import { hasLevel } from "#domain/access/areas.ts";
import { type CountedReading, toCountedReading } from "#domain/reading/counted-reading.ts";
import type { InboundText } from "#domain/reading/labels.ts";
import { replacesLocal } from "#domain/reading/model-reading.ts";
import { prepareOutgoing } from "#domain/reading/outgoing-text.ts";
import { readMessageFeature } from "#server/ai/features/read-message.ts";
import { readMessage } from "#server/ai/local-reader.ts";
import type { UserSession } from "#server/auth/sessions.ts";
import { askModelToRead } from "#server/pipeline/react/ask-model-to-read.ts";
import { tryMessage } from "#server/pipeline/react/try-message.ts";
import { readKnownNames } from "#server/store/ai/known-names.ts";
import { readEnabledRules } from "#server/store/automation/compiled-rules.ts";
import { readLastMessages } from "#server/store/ingestion/message-readings.ts";
import { findProfile } from "#server/store/people/profiles.ts";
import { startOfToday } from "#server/store/workspace/day.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

/**
 * The reading that would count if the message arrived now: on this machine, and by a model where one is switched on. Who
 * may only view AI gets the local one, because a model's answer costs money.
 */
const readAsIfArrived = async (
  { ai, database, general }: ApiServices,
  { user }: UserSession,
  message: InboundText & { previous: string | null },
  now: number,
  personId: string | null,
): Promise<CountedReading> => {
  const { timezone, locale } = await general();
  const local = readMessage(message, { now, timezone, locale });
  const isAsked = hasLevel(user.permissions, "ai", "work") && (await ai.isAvailable(readMessageFeature));
  const read = isAsked
    ? await askModelToRead({ ai, database, general }, message, { personId, isCharged: false })
    : undefined;
  return read && replacesLocal(read.refined, local, read.own)
    ? toCountedReading(local, read.refined, message.text, read.model)
    : { ...local, model: null };
};

export const readingHandlers: Handlers["reading"] = {
  read: ({ input: { body }, services, caller }) => readAsIfArrived(services, caller, body, Date.now(), null),

  outgoing: async ({ input: { body }, services: { database, general }, caller }) => {
    const { minimisesText: isMinimised } = await general();
    // Who may not view people could guess at names by what is replaced.
    const mayKnow = hasLevel(caller.user.permissions, "people", "view");
    const knownNames = await readKnownNames(database.db, mayKnow ? body.personId : null);
    const { text, previous } = prepareOutgoing(body, { isMinimised, knownNames });
    return { text, previous, isMinimised };
  },

  tryOnPerson: async ({ input: { body }, services, caller }) => {
    const { database, general, scorer } = services;
    const { timezone } = await general();
    const { personId, ...given } = body;
    const now = Date.now();
    const person = await findProfile(database.db, personId);
    if (!person) throw new Problem("not_found");
    // As for a message that arrives: in the light of our last one.
    const last = given.previous ?? (await readLastMessages(database.db, [personId])).get(personId) ?? null;
    const message = { ...given, previous: last };
    const reading = await readAsIfArrived(services, caller, message, now, personId);
    const tried = await tryMessage(person, message, reading, {
      db: database.db,
      scorer: await scorer(),
      rules: await readEnabledRules(database.db),
      day: { timezone, midnight: startOfToday(timezone, now) },
      now,
    });
    return { reading, ...tried };
  },
};

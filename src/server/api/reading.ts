import { prepareOutgoing } from "#domain/reading/outgoing-text.ts";
import { readMessage } from "#server/ai/local-reader.ts";
import { tryMessage } from "#server/pipeline/react/try-message.ts";
import { readEnabledRules } from "#server/store/automation/compiled-rules.ts";
import { findProfile } from "#server/store/people/profiles.ts";
import { startOfToday } from "#server/store/workspace/day.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

export const readingHandlers: Handlers["reading"] = {
  read: async ({ input: { body }, services: { general } }) => {
    const { timezone, locale } = await general();
    return readMessage(body, { now: Date.now(), timezone, locale });
  },

  outgoing: async ({ input: { body }, services: { general } }) => {
    const { minimisesText: isMinimised } = await general();
    const { text, previous } = prepareOutgoing(body, isMinimised);
    return { text, previous, isMinimised };
  },

  tryOnPerson: async ({ input: { body }, services: { database, general, scorer } }) => {
    const { timezone, locale } = await general();
    const { personId, ...message } = body;
    const now = Date.now();
    const person = await findProfile(database.db, personId);
    if (!person) throw new Problem("not_found");
    const reading = readMessage(message, { now, timezone, locale });
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

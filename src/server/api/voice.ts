import { voiceApi } from "#contract/voice.ts";
import { sharePercent } from "#domain/percentages.ts";
import type { Log } from "#server/log.ts";
import type { Messaging } from "#server/pipeline/deliver/messengers.ts";
import {
  findCallRecording,
  findCallTurns,
  listCalls,
  readCallFigures,
} from "#server/store/delivery/calls.ts";
import { readVoiceConfig, saveVoiceConfig } from "#server/store/workspace/voice-config.ts";
import { audioTypeOf } from "./audio-type.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

/** Fetched only when somebody listens, with secrets that no browser sees. */
const fetchRecording = async (
  { url, messenger }: { url: string; messenger: string },
  messaging: Messaging,
  log: Log,
): Promise<Buffer | null | undefined> => {
  const opened = await messaging.open(messenger);
  if (!opened) throw new Problem("not_configured");
  return opened.messenger.fetchRecording?.(opened.context, url).catch((error: unknown) => {
    log.warn({ error }, "a recording could not be fetched");
    throw new Problem("vendor_failed");
  });
};

export const voiceHandlers: Omit<Handlers["voice"], "voices" | "synthesize"> = {
  calls: async ({ services: { database } }) =>
    (await listCalls(database.pool)).map((call) => ({ ...call, createdAt: call.createdAt.toISOString() })),

  recording: async ({ input: { params }, reply, services: { database, messaging, log } }) => {
    const found = await findCallRecording(database.pool, params.id);
    const audio = found && "url" in found ? await fetchRecording(found, messaging, log) : found?.audio;
    const type = audio && audioTypeOf(audio);
    if (!type) throw new Problem("not_found");
    await reply.type(type).send(audio);
    return "";
  },

  transcript: async ({ input: { params }, services: { database } }) => {
    const turns = await findCallTurns(database.pool, params.id);
    const parsed = voiceApi.transcript.output.safeParse({ turns });
    if (!parsed.success || parsed.data.turns.length === 0) throw new Problem("not_found");
    return parsed.data;
  },

  /** Success is counted over all of today's calls: a call that came to no outcome was no success. */
  stats: async ({ services: { database, general } }) => {
    const { calls, averageSeconds, handoffs, good } = await readCallFigures(
      database.pool,
      (await general()).timezone,
    );
    return { callsToday: calls, averageSeconds, handoffs, successPercent: sharePercent(good, calls) };
  },

  config: async ({ services: { database } }) => readVoiceConfig(database.db),

  saveConfig: async ({ input: { body }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const before = await readVoiceConfig(tx);
      await saveVoiceConfig(tx, body);
      audit({
        eventType: "settings_update",
        entityType: "settings",
        entityId: "voice",
        description: "Changed the voice configuration",
        metadata: { before, after: body },
      });
      touch("settings");
    });
    return body;
  },
};

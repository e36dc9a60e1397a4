import type { Language } from "#domain/language.ts";
import { sharePercent } from "#domain/percentages.ts";
import { findConnector } from "#server/connectors/connectors.ts";
import {
  type SpeechContext,
  type SpeechVendor,
  speechVendors,
  type Voice,
} from "#server/connectors/speech.ts";
import type { VendorFailure } from "#server/connectors/test-result.ts";
import type { Log } from "#server/log.ts";
import type { Messaging } from "#server/pipeline/deliver/messengers.ts";
import type { OpenedConnection } from "#server/store/connections/vendors.ts";
import {
  callExists,
  findCallRecording,
  findCallTurns,
  listCalls,
  readCallStats,
} from "#server/store/delivery/calls.ts";
import { lockVoiceConfig, readVoiceConfig, saveVoiceConfig } from "#server/store/workspace/settings.ts";
import { callHandlers } from "./calls.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { issueMessages, issuePhrases } from "./issue-messages.ts";
import { sendPage, unknownCursor } from "./next-page.ts";
import { Problem } from "./problem.ts";
import { createVendorCache } from "./response-cache.ts";
import { closedConnectionProblem, requestLanguage, vendorProblem } from "./vendor-problems.ts";

/** Magic bytes of audio formats at an offset. */
const audioFormats = [
  { type: "audio/wav", offset: 8, magic: "WAVE" },
  { type: "audio/ogg", offset: 0, magic: "OggS" },
  { type: "audio/webm", offset: 0, magic: "\x1a\x45\xdf\xa3" },
  { type: "audio/mp4", offset: 4, magic: "ftyp" },
  { type: "audio/flac", offset: 0, magic: "fLaC" },
  { type: "audio/mpeg", offset: 0, magic: "ID3" },
] as const;

/** Recordings come from vendors, so the type is read from the bytes, and anything but audio is not served. */
const detectAudioType = (file: Buffer): string | undefined => {
  const format = audioFormats.find(
    ({ offset, magic }) => file.toString("latin1", offset, offset + magic.length) === magic,
  );
  if (format) return format.type;
  // MPEG audio without a tag starts with eleven set bits.
  return file[0] === 0xff && ((file[1] ?? 0) & 0xe0) === 0xe0 ? "audio/mpeg" : undefined;
};

/** Fetches the recording on demand, with credentials that must not reach the browser. */
const fetchRecording = async (
  { url, messenger }: { url: string; messenger: string },
  messaging: Messaging,
  log: Log,
): Promise<Buffer | null | undefined> => {
  const ready = await messaging.open(messenger);
  if (!ready) throw new Problem("not_configured");
  return ready.messenger.fetchRecording?.(ready.context, url).catch((error: unknown) => {
    log.warn({ error }, "fetching a recording failed");
    throw new Problem("vendor_failed");
  });
};

const openSpeaker = async (services: ApiServices, { service }: SpeechVendor, language: Language) => {
  const connector = findConnector(service);
  if (!connector) throw new Problem("not_found");
  return services.vendors.open(connector, {}, issueMessages[language]);
};

const callSpeaker = <T>(
  services: ApiServices,
  opened: OpenedConnection,
  operation: (context: SpeechContext) => Promise<T>,
): Promise<T> => services.vendors.use(opened, "tts", (context) => operation(context as SpeechContext));

const voicesCache = createVendorCache<Voice[] | VendorFailure>(Array.isArray);

const readVoices = (
  services: ApiServices,
  speaker: SpeechVendor,
  opened: OpenedConnection,
): Promise<Voice[] | VendorFailure> =>
  voicesCache(services)([speaker.service, opened.mode, opened.settings], () =>
    callSpeaker(services, opened, speaker.listVoices),
  );

/** Refuses a voice that the vendor does not have. Asked only after it failed, because the list takes a request of its own. */
const requireKnownVoice = async (
  services: ApiServices,
  speaker: SpeechVendor,
  opened: OpenedConnection,
  voiceId: string,
  language: Language,
): Promise<void> => {
  if (voiceId === "auto") return;
  const voices = await readVoices(services, speaker, opened);
  if (!Array.isArray(voices) || voices.some(({ id }) => id === voiceId)) return;
  throw new Problem("invalid", {
    issues: [{ path: "voiceId", message: issuePhrases[language].voice(voiceId) }],
  });
};

const maxCalls = 200;

export const voiceHandlers: Handlers["voice"] = {
  ...callHandlers,

  calls: async ({ input: { query }, services: { database }, reply }) => {
    const { cursor, limit = maxCalls } = query;
    if (cursor !== undefined && !(await callExists(database.pool, cursor))) throw unknownCursor();
    const calls = await listCalls(database.pool, limit + 1, cursor);
    return sendPage(calls, limit, reply).map((call) => ({
      ...call,
      createdAt: call.createdAt.toISOString(),
    }));
  },

  recording: async ({ input: { params }, reply, services: { database, messaging, log } }) => {
    const recording = await findCallRecording(database.pool, params.id);
    const audio =
      recording && "url" in recording ? await fetchRecording(recording, messaging, log) : recording?.audio;
    const type = audio && detectAudioType(audio);
    if (!type) throw new Problem("not_found");
    await reply.type(type).send(audio);
    return "";
  },

  transcript: async ({ input: { params }, services: { database } }) => {
    const turns = await findCallTurns(database.pool, params.id);
    if (turns.length === 0) throw new Problem("not_found");
    return { turns };
  },

  /** The percentage is of all calls of today: a call without an outcome counts as no success. */
  stats: async ({ services: { database, general } }) => {
    const { calls, averageSeconds, handoffs, successful } = await readCallStats(
      database.pool,
      (await general()).timezone,
    );
    return { callsToday: calls, averageSeconds, handoffs, successPercent: sharePercent(successful, calls) };
  },

  config: async ({ services: { database } }) => readVoiceConfig(database.db),

  saveConfig: async ({ input: { body }, actor, services: { write } }) => {
    return write(actor, async ({ tx, audit, touch }) => {
      const before = await lockVoiceConfig(tx);
      const after = { ...before, ...body };
      await saveVoiceConfig(tx, after);
      audit({
        eventType: "settings_update",
        entityType: "settings",
        entityId: "voice",
        details: { kind: "thing", verb: "changed", thing: "voice_configuration" },
        metadata: { before, after },
      });
      touch("settings");
      return after;
    });
  },

  voices: async ({ input: { query }, services, caller, request }) => {
    const speaker = speechVendors[query.provider];
    const opened = await openSpeaker(services, speaker, requestLanguage({ caller, request }));
    if (!opened.ok) return { configured: false, voices: [] };
    const voices = await readVoices(services, speaker, opened);
    if (!Array.isArray(voices)) throw vendorProblem(voices, opened, requestLanguage({ caller, request }));
    return { configured: true, voices };
  },

  synthesize: async ({ input: { body }, services, caller, request, reply }) => {
    const { provider, ...speech } = body;
    const speaker = speechVendors[provider];
    const opened = await openSpeaker(services, speaker, requestLanguage({ caller, request }));
    if (!opened.ok) throw closedConnectionProblem(opened);
    const speechResult = await callSpeaker(services, opened, (context) =>
      speaker.synthesize(context, speech),
    );
    if (!("audio" in speechResult)) {
      const language = requestLanguage({ caller, request });
      await requireKnownVoice(services, speaker, opened, speech.voiceId, language);
      throw vendorProblem(speechResult, opened, language);
    }
    await reply.type("audio/mpeg").send(speechResult.audio);
    return "";
  },
};

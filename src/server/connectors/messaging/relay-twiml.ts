import type { RelayVoice } from "#domain/voice/relay-voice.ts";
import { escapeXml, response } from "./twiml.ts";

const attributes = (values: Record<string, string | undefined>): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${escapeXml(value)}"`]))
    .join("");

export type RelayConnection = {
  /** Of the socket, `wss://` or, on this machine, `ws://`. */
  url: string;
  /** Where the vendor asks what follows. */
  actionUrl: string;
  /** Played before anything else and not interruptible; undefined when the call was greeted before. */
  notice: string | undefined;
  voice: RelayVoice;
  /** The other languages into which the call may change. */
  others: readonly RelayVoice[];
  /** Speech recognition finds out the language, and names it with each utterance. */
  detectsLanguage: boolean;
  /** Names that speech recognition should know. */
  hints: readonly string[];
};

/** For recognition by Deepgram, whose multilingual model is the one for English and Spanish. */
export const anyLanguage = "multi";

const speech = ({ ttsProvider, voice, transcriptionProvider, speechModel }: RelayVoice) => ({
  ttsProvider,
  voice,
  transcriptionProvider: transcriptionProvider ?? undefined,
  speechModel: speechModel ?? undefined,
});

/** Every attribute about taking turns is written out: their defaults have changed before. */
export const connectRelay = (connection: RelayConnection) => {
  const { url, actionUrl, notice, voice, others, detectsLanguage, hints } = connection;
  const relay = attributes({
    url,
    welcomeGreeting: notice,
    welcomeGreetingInterruptible: notice === undefined ? undefined : "none",
    language: voice.language,
    transcriptionLanguage: detectsLanguage ? anyLanguage : undefined,
    ...speech(voice),
    interruptible: "any",
    interruptSensitivity: "medium",
    ignoreBackchannel: "true",
    reportInputDuringAgentSpeech: "any",
    partialPrompts: "true",
    dtmfDetection: "true",
    events: "speaker-events tokens-played",
    hints: hints.length > 0 ? hints.join(",") : undefined,
    applicationReconnect: "true",
  });
  const languages = [voice, ...others]
    .map((one) => `<Language${attributes({ code: one.language, ...speech(one) })}/>`)
    .join("");
  return response(
    `<Connect${attributes({ action: actionUrl, method: "POST" })}><ConversationRelay${relay}>${languages}</ConversationRelay></Connect>`,
  );
};

/** Who is called for a transfer. */
export type DialledParty =
  | { kind: "number"; number: string }
  | { kind: "sip"; uri: string; username: string | null; password: string | null };

const ringSeconds = "20";

/** Bridges the call once the other party has heard the whisper and accepted. */
export const dialParty = (
  party: DialledParty,
  { callerId, actionUrl, whisperUrl }: { callerId: string | null; actionUrl: string; whisperUrl: string },
): string => {
  const dial = attributes({
    answerOnBridge: "true",
    timeout: ringSeconds,
    callerId: callerId ?? undefined,
    action: actionUrl,
    method: "POST",
  });
  const noun =
    party.kind === "number"
      ? `<Number${attributes({ url: whisperUrl, method: "POST" })}>${escapeXml(party.number)}</Number>`
      : `<Sip${attributes({
          username: party.username ?? undefined,
          password: party.password ?? undefined,
          url: whisperUrl,
          method: "POST",
        })}>${escapeXml(party.uri)}</Sip>`;
  return `<Dial${dial}>${noun}</Dial>`;
};

/** Records a message that the caller leaves. */
export const recordMessage = (actionUrl: string, recordingUrl: string): string =>
  `<Record${attributes({
    action: actionUrl,
    method: "POST",
    maxLength: "120",
    playBeep: "true",
    recordingStatusCallback: recordingUrl,
    recordingStatusCallbackEvent: "completed",
  })}/>`;

import type { AiClient } from "#server/ai/ai-client.ts";
import type { VendorCallback } from "#server/connectors/messaging/messenger.ts";
import { isAgentCourse, sayInCall } from "#server/demo/call-words.ts";
import type { OutgoingFrame } from "#server/voice/relay-frames.ts";
import { createVoiceCalls } from "#server/voice/voice-calls.ts";
import type { VoiceServices } from "#server/voice/voice-services.ts";
import { createVoiceWebhook } from "#server/voice/voice-webhook.ts";
import type { PlayedCall } from "./vendors.ts";

/** How fast the synthetic voice speaks. */
const msPerCharacter = 1000 / 14;
/** At most this part of a turn is the agent's. */
const agentShare = 0.8;

const vendor = { origin: "http://127.0.0.1", isSimulated: true };

export type MakeCallback = (query: Record<string, string>, fields: Record<string, string>) => VendorCallback;

/** The script alone answers. */
export const noModels: AiClient = {
  openConversation: async () => undefined,
  settled: async () => {},
  isAvailable: async () => false,
  ask: async () => ({ ok: false, reason: "no_provider", attempts: [], skipped: [] }),
  embeddingModel: async () => undefined,
  embed: async () => ({ ok: false, reason: "no_provider" }),
};

/** The vendor's end of a socket: collects what the agent says until the end of an answer. */
const createLine = () => {
  let words = "";
  let turn = Promise.withResolvers<void>();
  let isEnded = false;
  return {
    send: (frame: OutgoingFrame): void => {
      if (frame.type === "text") words += frame.token;
      if (frame.type === "end") isEnded = true;
      if (frame.type === "end" || (frame.type === "text" && frame.last)) turn.resolve();
    },
    close: (): void => {},
    isEnded: () => isEnded,
    begin: (): void => {
      words = "";
      turn = Promise.withResolvers<void>();
    },
    /** What the agent said since. */
    heard: async (): Promise<string> => {
      await turn.promise;
      return words.trim();
    },
  };
};

/** Plays calls of the voice agent over the product's own sessions, with a person who talks as the script says. */
export const createAgentCalls = (services: VoiceServices) => {
  const calls = createVoiceCalls(services);
  const webhook = createVoiceWebhook({ services, calls });

  return {
    play: async (
      { message, answer }: PlayedCall,
      answeredAt: number,
      { makeCallback, moveTo }: { makeCallback: MakeCallback; moveTo: (at: number) => Promise<void> },
    ): Promise<void> => {
      if (!isAgentCourse(answer.course)) return;
      const { actionId, language } = message;
      const seed = Number.parseInt(message.to.slice(-3), 10);
      const twiml = await webhook(makeCallback({ part: "answer" }, { CallStatus: "in-progress" }), vendor);
      const token = /\/hooks\/relay\/([\w-]+)/.exec(twiml?.body ?? "")?.[1] ?? "";
      const line = createLine();
      const socket = await (await calls.accept(token))?.start(line);
      if (!socket) throw new Error("The voice agent did not take a call of the demo");
      const endAt = answeredAt + answer.seconds * 1000;
      if (answer.course !== "left") {
        const noticeMs = Math.min(9000, (endAt - answeredAt) / 4);
        let at = answeredAt + noticeMs;
        const said: string[] = [];
        // The planned number of turns only spreads them over the call.
        const turns = { interested: 13, asks_for_person: 8, later: 3, refused: 2 }[answer.course];
        const turnMs = (endAt - at) / turns;
        await moveTo(at);
        socket.receive({ type: "info", name: "agentSpeaking", value: "off" });
        for (;;) {
          const heard = await line.heard();
          const spokenMs = Math.min(heard.length * msPerCharacter, agentShare * turnMs);
          await moveTo(Math.min(at + spokenMs, endAt - 1000));
          line.begin();
          socket.receive({ type: "info", name: "tokensPlayed", value: heard });
          socket.receive({ type: "info", name: "agentSpeaking", value: "off" });
          const words = line.isEnded() ? null : sayInCall(answer.course, language, { heard, said, seed });
          if (words === null) break;
          at = Math.min(at + turnMs, endAt - 1500);
          await moveTo(at);
          said.push(words);
          socket.receive({ type: "prompt", voicePrompt: words, lang: language, last: true });
        }
      }
      await moveTo(endAt);
      socket.closed(1000);
      await calls.finished(actionId, false);
      await webhook(makeCallback({ part: "relay-end", call: actionId }, { SessionStatus: "ended" }), vendor);
    },
    stop: calls.stop,
  };
};

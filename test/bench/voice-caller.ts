import { randomBytes } from "node:crypto";
import WebSocket from "ws";
import { twilioSignature } from "#sandbox/twilio/callbacks.ts";

/** How the product is reached, and how it is known to the telephone company. */
export type VoiceLine = { url: string; publicUrl: string; account: string; token: string };

/** One turn of a call, in milliseconds of the machine's monotonic clock; undefined where no frame came. */
export type SpokenTurn = {
  turn: number;
  saidAt: number;
  firstTextAt: number | undefined;
  lastAt: number | undefined;
  text: string;
};

type ReceivedFrame = { type: string; token?: string; last?: boolean; preemptible?: boolean };

export type Caller = {
  /** When the first words of the agent have been heard. */
  greetedAt: number;
  /** Says words and waits for the whole answer. */
  say: (turn: number, words: string) => Promise<SpokenTurn>;
  /** Words that the agent says while the answer is being made. */
  fillers: () => number;
  /** Frames that belong to no turn. */
  unexpected: () => number;
  isOpen: () => boolean;
  hangUp: () => Promise<void>;
};

const charactersPerSecond = 14;

/** Milliseconds of the machine's monotonic clock. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6;
/** After this time a frame counts as missed. */
const maxTurnMs = 10_000;

const requestSocket = async (line: VoiceLine, from: string, callSid: string): Promise<string> => {
  const form = {
    AccountSid: line.account,
    CallSid: callSid,
    From: from,
    To: "+17875550100",
    CallStatus: "ringing",
  };
  const path = "/hooks/vendors/twilio-voice";
  const answer = await fetch(line.url + path, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": twilioSignature(line.token, line.publicUrl + path, form),
    },
    body: new URLSearchParams(form),
  });
  const twiml = await answer.text();
  const address = /<ConversationRelay[^>]* url="([^"]+)"/.exec(twiml)?.[1];
  if (!address) throw new Error(`No socket for the call: ${answer.status} ${twiml}`);
  return address.replaceAll("&amp;", "&");
};

/** Calls the product as Twilio does for a customer, and waits until the agent has said its first words. */
export const callIn = async (line: VoiceLine, from: string): Promise<Caller> => {
  const callSid = `CA${randomBytes(16).toString("hex")}`;
  const address = await requestSocket(line, from, callSid);
  const socket = new WebSocket(line.url.replace(/^http/, "ws") + new URL(address).pathname, {
    headers: { "x-twilio-signature": twilioSignature(line.token, address) },
    perMessageDeflate: false,
  });
  let fillers = 0;
  let unexpected = 0;
  let onFrame = (_frame: ReceivedFrame): void => {
    unexpected++;
  };
  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  socket.on("open", opened.resolve);
  socket.on("error", opened.reject);
  socket.on("close", () => closed.resolve());
  socket.on("message", (data) => onFrame(JSON.parse(String(data)) as ReceivedFrame));
  await opened.promise;
  const send = (frame: object): void => socket.send(JSON.stringify(frame));
  const spokenMs = (text: string): number => (text.length / charactersPerSecond) * 1000;
  /** Reports that the words were heard, after the time that they take. */
  const play = (text: string): void => {
    send({ type: "info", name: "agentSpeaking", value: "on" });
    setTimeout(() => {
      if (socket.readyState !== socket.OPEN) return;
      send({ type: "info", name: "tokensPlayed", value: text });
      send({ type: "info", name: "agentSpeaking", value: "off" });
    }, spokenMs(text));
  };

  /** Resolves with the answer's last frame, or after the time in which it should have come. */
  const listen = (turn: number): Promise<SpokenTurn> =>
    new Promise((resolve) => {
      const heard: SpokenTurn = { turn, saidAt: now(), firstTextAt: undefined, lastAt: undefined, text: "" };
      const finish = (): void => {
        clearTimeout(timer);
        onFrame = () => {
          unexpected++;
        };
        resolve(heard);
      };
      const timer = setTimeout(finish, maxTurnMs);
      onFrame = ({ type, token = "", last, preemptible }) => {
        if (type === "text" && preemptible) {
          fillers++;
          return;
        }
        if (type !== "text") {
          unexpected++;
          return;
        }
        if (token !== "") heard.firstTextAt ??= now();
        heard.text += token;
        if (!last) return;
        heard.lastAt = now();
        finish();
      };
    });

  const greeting = listen(-1);
  send({
    type: "setup",
    sessionId: `VX${randomBytes(16).toString("hex")}`,
    callSid,
    from,
    to: "+17875550100",
  });
  send({ type: "info", name: "agentSpeaking", value: "off" });
  const { text, lastAt } = await greeting;
  if (lastAt === undefined) throw new Error("The agent did not say its first words");
  play(text);
  return {
    greetedAt: now() + spokenMs(text),
    say: async (turn, words) => {
      const answer = listen(turn);
      send({ type: "prompt", voicePrompt: words, lang: "en-US", last: true });
      const heard = await answer;
      play(heard.text);
      return heard;
    },
    fillers: () => fillers,
    unexpected: () => unexpected,
    isOpen: () => socket.readyState === socket.OPEN,
    hangUp: async () => {
      socket.close(1000);
      await closed.promise;
    },
  };
};

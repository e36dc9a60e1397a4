/** One conversation over a WebSocket, as the phone page and tests read it. */
export type RelayLogEntry = {
  sessionId: string;
  callSid: string;
  at: string;
  url: string;
  attributes: Readonly<Record<string, string>>;
  /** Names of attributes that Twilio drops without a word. */
  unknownAttributes: string[];
  languages: string[];
  frames: RelayFrameLine[];
  /** Frames beyond the limit are counted only. */
  framesLeftOut: number;
  outcome: string | null;
};
/** A frame to (`sent`) or from (`received`) the business, or something that happened to the socket. */
export type RelayFrameLine = { ms: number; kind: "sent" | "received" | "socket"; text: string };

export type RelayLog = {
  open: (entry: Omit<RelayLogEntry, "at" | "frames" | "framesLeftOut" | "outcome">) => {
    entry: RelayLogEntry;
    add: (kind: RelayFrameLine["kind"], text: string) => void;
  };
  list: () => RelayLogEntry[];
  ofCall: (callSid: string) => RelayLogEntry[];
  /** Registers how a conversation is cut when the sandbox stops. Returns how to forget it. */
  onStop: (cut: () => void) => () => void;
  stop: () => void;
};

const maxSessions = 600;
const maxFrames = 600;

export const createRelayLog = (): RelayLog => {
  const entries: RelayLogEntry[] = [];
  const cuts = new Set<() => void>();
  return {
    open: (fields) => {
      const startedAt = Date.now();
      const entry: RelayLogEntry = {
        ...fields,
        at: new Date(startedAt).toISOString(),
        frames: [],
        framesLeftOut: 0,
        outcome: null,
      };
      entries.push(entry);
      if (entries.length > maxSessions) entries.shift();
      return {
        entry,
        add: (kind, text) => {
          if (entry.frames.length < maxFrames)
            entry.frames.push({ ms: Date.now() - startedAt, kind, text: text.slice(0, 2000) });
          else entry.framesLeftOut++;
        },
      };
    },
    onStop: (cut) => {
      cuts.add(cut);
      return () => void cuts.delete(cut);
    },
    stop: () => {
      for (const cut of cuts) cut();
    },
    list: () => entries,
    ofCall: (callSid) => entries.filter((entry) => entry.callSid === callSid),
  };
};

import * as z from "zod";

/** What the business's server may send. */
const receivedFrame = z.discriminatedUnion("type", [
  z.looseObject({
    type: z.literal("text"),
    token: z.string(),
    last: z.boolean().optional(),
    lang: z.string().optional(),
    interruptible: z.boolean().optional(),
    preemptible: z.boolean().optional(),
  }),
  z.looseObject({
    type: z.literal("play"),
    source: z.url({ protocol: /^https?$/ }),
    loop: z.int().min(0).max(1000).optional(),
    interruptible: z.boolean().optional(),
    preemptible: z.boolean().optional(),
  }),
  z.looseObject({ type: z.literal("sendDigits"), digits: z.string().regex(/^[\dwW#*]{1,64}$/) }),
  z.looseObject({
    type: z.literal("language"),
    ttsLanguage: z.string().min(2).optional(),
    transcriptionLanguage: z.string().min(2).optional(),
  }),
  z.looseObject({ type: z.literal("end"), handoffData: z.string().optional() }),
]);
export type ReceivedFrame = z.output<typeof receivedFrame>;

export const parseReceivedFrame = (data: string): ReceivedFrame | undefined => {
  try {
    return receivedFrame.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
};

/** What Twilio sends. */
export type SentFrame =
  | {
      type: "setup";
      sessionId: string;
      accountSid: string;
      parentCallSid: string;
      callSid: string;
      from: string;
      to: string;
      forwardedFrom: string;
      callerName: string;
      direction: string;
      callType: string;
      callStatus: string;
      customParameters: Record<string, string>;
    }
  | { type: "prompt"; voicePrompt: string; lang: string; last: boolean }
  | { type: "dtmf"; digit: string }
  | { type: "interrupt"; utteranceUntilInterrupt: string; durationUntilInterruptMs: number }
  | { type: "info"; name: "agentSpeaking" | "clientSpeaking"; value: "on" | "off" }
  | { type: "info"; name: "tokensPlayed"; value: string }
  | { type: "error"; description: string };

/** Splits complete clauses off a text that is still being written. White space belongs to the clause after it. */
export const splitClauses = (text: string): { clauses: string[]; rest: string } => {
  const clauses: string[] = [];
  let from = 0;
  for (const match of text.matchAll(/[.!?…:;]+["'”»)]*(?=\s)/gu)) {
    const end = match.index + match[0].length;
    clauses.push(text.slice(from, end));
    from = end;
  }
  return { clauses, rest: text.slice(from) };
};

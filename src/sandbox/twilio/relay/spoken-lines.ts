import type { SandboxContext } from "#sandbox/context.ts";
import type { SimulatedCall } from "#sandbox/twilio/call.ts";
import { addCallLine, notifyPhone } from "#sandbox/twilio/call-dialogue.ts";

/** The agent's words on the phone page: one line for each turn, which grows as it is spoken. */
export const createSpokenLines = (context: SandboxContext, call: SimulatedCall) => {
  let line: { who: "business"; text: string; lang: string } | undefined;
  /** What the line said before the present clause. */
  let before = "";
  const show = (words: string): void => {
    if (line) line.text = [before, words].filter((part) => part !== "").join(" ");
    notifyPhone(context, call);
  };
  return {
    setSpeaking: (isSpeaking: boolean): void => {
      if (isSpeaking) line = undefined;
      call.phoneEntry.isAgentSpeaking = isSpeaking;
      notifyPhone(context, call);
    },
    start: (text: string, lang: string): void => {
      before = line?.text ?? "";
      if (line) show(text.trim());
      else {
        line = { who: "business", text: text.trim(), lang };
        addCallLine(context, call, line);
      }
    },
    /** Only these words of the present clause were heard. */
    cut: (fragment: string): void => show(`${fragment}—`),
  };
};

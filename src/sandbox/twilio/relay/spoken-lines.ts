import type { SandboxContext } from "#sandbox/context.ts";
import type { SimulatedCall } from "#sandbox/twilio/call.ts";
import { addCallLine, notifyPhone } from "#sandbox/twilio/call-dialogue.ts";

/** The agent's words on the phone page: one line for each turn, which grows as it is spoken. */
export const createSpokenLines = (context: SandboxContext, call: SimulatedCall) => {
  let line: { who: "business"; text: string; lang: string } | undefined;
  return {
    startTurn: (): void => {
      line = undefined;
    },
    add: (text: string, lang: string, isCut: boolean): void => {
      const words = `${text.trim()}${isCut ? "—" : ""}`;
      if (line) {
        line.text = `${line.text} ${words}`;
        notifyPhone(context, call);
      } else {
        line = { who: "business", text: words, lang };
        addCallLine(context, call, line);
      }
    },
  };
};

import { callAction } from "./actions/call.ts";
import { emailAction } from "./actions/email.ts";
import { smsAction } from "./actions/sms.ts";
import { voiceAgentAction } from "./actions/voice-agent.ts";
import { whatsappAction } from "./actions/whatsapp.ts";
import {
  asanaTaskAction,
  makeAction,
  n8nAction,
  slackAction,
  telegramAction,
  zapierAction,
} from "./actions/work.ts";
import type { ActionKind } from "./kinds.ts";

/** Every kind of action. A new one needs its file, its name in `rule.ts` and a line here. */
export const actionKinds = [
  smsAction,
  whatsappAction,
  callAction,
  voiceAgentAction,
  emailAction,
  slackAction,
  telegramAction,
  asanaTaskAction,
  zapierAction,
  makeAction,
  n8nAction,
] as const satisfies readonly ActionKind[];

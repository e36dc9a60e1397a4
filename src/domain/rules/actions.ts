import { call } from "./actions/call.ts";
import { email } from "./actions/email.ts";
import { sms } from "./actions/sms.ts";
import { voiceAgent } from "./actions/voice-agent.ts";
import { whatsapp } from "./actions/whatsapp.ts";
import type { ActionKind } from "./kinds.ts";

/** Every kind of action. Add one: a file, its name in `rule.ts`, and a line here. */
export const actionKinds = [sms, whatsapp, call, voiceAgent, email] as const satisfies readonly ActionKind[];

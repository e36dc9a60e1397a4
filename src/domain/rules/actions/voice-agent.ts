import { defineMessageAction } from "./message.ts";

export const voiceAgentAction = defineMessageAction("voice_agent", 2000);

import { messageAction } from "./message.ts";

export const voiceAgent = messageAction("voice_agent", 2000);

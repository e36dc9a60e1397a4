import { messageAction } from "./message.ts";

export const sms = messageAction("sms", 1600);

import { defineMessageAction } from "./message.ts";

export const smsAction = defineMessageAction("sms", 1600);

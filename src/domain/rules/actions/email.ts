import { defineMessageAction } from "./message.ts";

export const emailAction = defineMessageAction("email", 2000);

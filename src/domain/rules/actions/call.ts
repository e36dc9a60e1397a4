import { defineMessageAction } from "./message.ts";

export const callAction = defineMessageAction("call", 2000);

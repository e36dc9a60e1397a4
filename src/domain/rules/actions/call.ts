import { messageAction } from "./message.ts";

export const call = messageAction("call", 2000);

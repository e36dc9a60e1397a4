import { messageAction } from "./message.ts";

export const email = messageAction("email", 2000);

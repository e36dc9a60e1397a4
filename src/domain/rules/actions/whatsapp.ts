import { messageAction } from "./message.ts";

export const whatsapp = messageAction("whatsapp", 2000);

import { defineMessageAction } from "./message.ts";

export const whatsappAction = defineMessageAction("whatsapp", 2000);

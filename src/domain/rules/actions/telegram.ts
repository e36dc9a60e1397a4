import { defineWorkAction } from "./work.ts";

export const telegramAction = defineWorkAction("telegram", { kind: "chat_post", service: "telegram" }, 2000);

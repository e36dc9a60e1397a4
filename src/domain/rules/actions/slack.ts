import { defineWorkAction } from "./work.ts";

export const slackAction = defineWorkAction("slack", { kind: "chat_post", service: "slack" }, 2000);

import { defineWorkAction } from "./work.ts";

export const n8nAction = defineWorkAction("n8n", { kind: "hook_trigger", service: "n8n" }, 500);

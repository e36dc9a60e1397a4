import { defineWorkAction } from "./work.ts";

export const asanaTaskAction = defineWorkAction("asana_task", { kind: "task_create", service: "asana" }, 500);

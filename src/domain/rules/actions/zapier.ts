import { defineWorkAction } from "./work.ts";

export const zapierAction = defineWorkAction("zapier", { kind: "hook_trigger", service: "zapier" }, 500);

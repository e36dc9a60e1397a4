import { defineWorkAction } from "./work.ts";

export const makeAction = defineWorkAction("make", { kind: "hook_trigger", service: "make" }, 500);

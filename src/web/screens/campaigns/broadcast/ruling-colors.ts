import { Check, CircleSlash, Clock3 } from "lucide-react";

/** The three fates, always in this order: send, wait, stop. */
export const rulingTexts = { send: "text-ok", wait: "text-warn", stop: "text-bad" } as const;
export const rulingFills = { send: "bg-ok", wait: "bg-warn", stop: "bg-bad" } as const;
export const rulingIcons = { send: Check, wait: Clock3, stop: CircleSlash } as const;

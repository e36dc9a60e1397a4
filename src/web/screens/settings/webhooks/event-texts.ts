import type { WebhookEventType } from "#domain/webhooks/event-kinds.ts";

type Key<T extends string> = T extends `${infer Group}.${infer Rest}` ? `${Group}_${Rest}` : never;

/** The key of an event's text: a dot would separate levels of the locale. */
export const eventTextKey = (type: WebhookEventType) =>
  `webhooks.event.${type.replace(".", "_") as Key<WebhookEventType>}` as const;

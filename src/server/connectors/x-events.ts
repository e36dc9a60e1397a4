import * as z from "zod";

/** The events of direct messages, as X lists them: newest first. */
export const directMessagePage = z.object({
  data: z
    .array(
      z.object({
        id: z.string().regex(/^\d{1,25}$/),
        event_type: z.string(),
        text: z.string().nullish(),
        sender_id: z.string().nullish(),
        dm_conversation_id: z.string().nullish(),
        created_at: z.string().nullish(),
      }),
    )
    .default([]),
  includes: z
    .object({
      users: z.array(z.object({ id: z.string(), username: z.string(), name: z.string() })).default([]),
    })
    .nullish(),
  meta: z.object({ next_token: z.string().nullish() }).nullish(),
});
export type DirectMessagePage = z.infer<typeof directMessagePage>;

export const directMessageFields = new URLSearchParams({
  event_types: "MessageCreate",
  max_results: "100",
  "dm_event.fields": "id,text,event_type,created_at,sender_id,dm_conversation_id",
  expansions: "sender_id",
  "user.fields": "name,username",
});

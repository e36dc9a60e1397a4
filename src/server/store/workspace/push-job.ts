import * as z from "zod";

/** What a notification enqueues: first to find its devices, then for each of them. */
export const pushJob = {
  name: "push-notification",
  payload: z.object({
    notificationId: z.uuid(),
    deviceId: z.uuid().optional(),
    /** Attempts for the device that failed before. */
    failures: z.int(),
  }),
};
export type PushWork = z.infer<typeof pushJob.payload>;

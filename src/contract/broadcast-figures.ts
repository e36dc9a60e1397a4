import * as z from "zod";

/** What became of one message of several: by people, and their reactions before the next message. */
export const messageFigures = z.object({
  /** Counted from 1, in the order of the steps. */
  message: z.int(),
  delivered: z.int(),
  sent: z.int(),
  failed: z.int(),
  unknown: z.int(),
  bounced: z.int(),
  optedOut: z.int(),
  complained: z.int(),
});

/** Of a group of people since the start. */
export const comparedGroup = z.object({
  people: z.int(),
  /** Within two weeks. */
  converted: z.int(),
  /** From whom a message came in, as an answer or not. */
  wrote: z.int(),
});

import { readMessage } from "#server/pipeline/react/local-reader.ts";
import type { Handlers } from "./handler.ts";

export const readingHandlers: Handlers["reading"] = {
  read: async ({ input: { body }, services: { general } }) => {
    const { timezone, locale } = await general();
    return readMessage(body, { now: Date.now(), timezone, locale });
  },
};

import { messageResults, type TimeWindow } from "#domain/audience/facts.ts";
import { type FieldFamily, readAnswer } from "#domain/audience/field.ts";
import { channels } from "#domain/channels/channel.ts";
import { callOutcomes } from "#domain/voice/call.ts";

const keyOf = (id: string, { from, to }: TimeWindow): string => `${id} ${from ?? ""} ${to ?? ""}`;

/** `event.<type>`: how many events of a type came in about the person. */
export const eventFamily: FieldFamily = {
  group: "happened",
  find: (type) => ({
    group: "happened",
    kind: "count",
    ask: (window) => ({ of: "event", type, ...window, key: keyOf(`event.${type}`, window) }),
    read: readAnswer,
  }),
};

/** `message.<result>` and `message.<result>.<channel>`: what became of messages and calls to the person. */
export const messageFamily: FieldFamily = {
  group: "happened",
  find: (parameter) => {
    const [name, channelName, ...rest] = parameter.split(".");
    const result = messageResults.find((known) => known === name);
    const channel = channels.find((known) => known === channelName);
    if (!result || rest.length > 0 || (channelName !== undefined && !channel)) return undefined;
    return {
      group: "happened",
      kind: "count",
      ask: (window) => ({
        of: "message",
        result,
        channel: channel ?? null,
        ...window,
        key: keyOf(`message.${parameter}`, window),
      }),
      read: readAnswer,
    };
  },
};

/** `call.<outcome>`: calls that ended so. */
export const callFamily: FieldFamily = {
  group: "happened",
  find: (name) => {
    const outcome = callOutcomes.find((known) => known === name);
    if (!outcome) return undefined;
    return {
      group: "happened",
      kind: "count",
      ask: (window) => ({ of: "call", outcome, ...window, key: keyOf(`call.${outcome}`, window) }),
      read: readAnswer,
    };
  },
};

import { expect, test } from "vitest";
import {
  webhookEventGroups,
  webhookEventKinds,
  webhookEventsOf,
  webhookEventTypes,
  webhookExample,
} from "./event-kinds.ts";

test.each(webhookEventKinds.map((kind) => [kind.type, kind] as const))(
  "the example of %s is as its schema says",
  (type, { data }) => {
    expect(data.strict().parse(webhookExample(type))).toEqual(webhookExample(type));
  },
);

test("every event is in one group", () => {
  expect(webhookEventGroups.flatMap(webhookEventsOf).toSorted()).toEqual(webhookEventTypes.toSorted());
});

import { expect, test } from "vitest";
import { type BatchResult, pauseAfter } from "./queue-worker.ts";

const one: BatchResult = { done: 1, hasMore: false };
const some: BatchResult = { done: 10, hasMore: false };
const many: BatchResult = { done: 40, hasMore: false };
const full: BatchResult = { done: 500, hasMore: true };
const none: BatchResult = { done: 0, hasMore: false };

test.each([
  ["an empty queue is polled, or looked at when woken", none, "normal", 3, { ms: 1000, endsWhenWoken: true }],
  ["an empty queue is polled also under load", none, "saturated", 3, { ms: 1000, endsWhenWoken: true }],
  ["a short batch waits a little", some, "normal", 3, { ms: 10, endsWhenWoken: false }],
  [
    "a longer batch of one waits about as long as it took",
    one,
    "normal",
    20,
    { ms: 22, endsWhenWoken: false },
  ],
  ["a batch of several waits longer", some, "normal", 10, { ms: 20, endsWhenWoken: false }],
  ["a batch of many waits much longer", many, "normal", 15, { ms: 75, endsWhenWoken: false }],
  ["a slow batch does not wait long", some, "normal", 900, { ms: 100, endsWhenWoken: false }],
  ["a full batch is followed at once", full, "normal", 50, { ms: 0, endsWhenWoken: false }],
  ["under saturation even a full batch yields", full, "saturated", 30, { ms: 300, endsWhenWoken: false }],
  ["a yield is bounded", full, "saturated", 400, { ms: 1000, endsWhenWoken: false }],
] as const)("%s", (_name, result, level, tookMs, expected) => {
  expect(pauseAfter(result, level, tookMs)).toEqual(expected);
});

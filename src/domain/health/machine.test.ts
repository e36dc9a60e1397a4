import { expect, test } from "vitest";
import { compareLooks, type MachineLook } from "./machine.ts";

const look = (changed: Partial<MachineLook> = {}): MachineLook => ({
  freeBytes: 50,
  sizeBytes: 100,
  wallMs: 1_000_000,
  monotonicMs: 5_000,
  ...changed,
});
const later = (changed: Partial<MachineLook> = {}) =>
  look({ wallMs: 1_030_000, monotonicMs: 35_000, ...changed });

test.each<[string, MachineLook | undefined, MachineLook, object[]]>([
  ["a first look at a machine without trouble", undefined, look(), []],
  [
    "a first look at a disk that is nearly full",
    undefined,
    look({ freeBytes: 9 }),
    [{ kind: "disk", level: "amber", freePercent: 9 }],
  ],
  [
    "exactly 10 % left",
    look(),
    later({ freeBytes: 10 }),
    [{ kind: "disk", level: "amber", freePercent: 10 }],
  ],
  ["a disk that stays nearly full", look({ freeBytes: 9 }), later({ freeBytes: 8 }), []],
  [
    "a disk that gets worse",
    look({ freeBytes: 9 }),
    later({ freeBytes: 3 }),
    [{ kind: "disk", level: "red", freePercent: 3 }],
  ],
  [
    "a disk with space again",
    look({ freeBytes: 3 }),
    later({ freeBytes: 40 }),
    [{ kind: "disk_recovered", freePercent: 40 }],
  ],
  ["a clock that runs", look(), later({ wallMs: 1_031_000 }), []],
  ["a clock that is set ahead", look(), later({ wallMs: 4_630_000 }), [{ kind: "clock", jumpSeconds: 3600 }]],
  ["a clock that is set back", look(), later({ wallMs: 1_020_000 }), [{ kind: "clock", jumpSeconds: -10 }]],
])("%s", (_name, before, now, warnings) => {
  expect(compareLooks(before, now)).toEqual(warnings);
});

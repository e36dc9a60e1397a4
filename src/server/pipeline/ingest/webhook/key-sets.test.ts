import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { SignJWT } from "jose";
import { beforeEach, expect, test } from "vitest";
import type { Egress } from "#server/egress/egress.ts";
import { createKeySets, KeysUnavailable } from "./key-sets.ts";

const minute = 60_000;
const url = "https://id.example/keys";
const options = { algorithms: ["ES256"] };

const pairs = {
  one: generateKeyPairSync("ec", { namedCurve: "P-256" }),
  two: generateKeyPairSync("ec", { namedCurve: "P-256" }),
};
const tokenBy = (key: KeyObject, kid: string) =>
  new SignJWT({}).setProtectedHeader({ alg: "ES256", kid }).sign(key);

let published: ("one" | "two")[];
let isUp: boolean;
let asked: number;
let now: number;
beforeEach(() => {
  published = ["one"];
  isUp = true;
  asked = 0;
  now = 0;
});

const egress: Egress = {
  request: async () => {
    asked += 1;
    if (!isUp) return { ok: false, failure: "timeout" };
    const keys = published.map((kid) => ({ ...pairs[kid].publicKey.export({ format: "jwk" }), kid }));
    return { ok: true, status: 200, headers: {}, body: Buffer.from(JSON.stringify({ keys })) };
  },
  close: async () => {},
};
const make = () => createKeySets(egress, () => now);

test("keys are kept for ten minutes, each issuer's apart", async () => {
  const keys = make();
  const token = await tokenBy(pairs.one.privateKey, "one");
  await keys(url)(token, options);
  now = 10 * minute - 1;
  await keys(url)(token, options);
  expect(asked).toBe(1);
  now = 10 * minute;
  await Promise.all([keys(url)(token, options), keys(url)(token, options)]);
  expect(asked).toBe(2);
  await keys("https://other.example/keys")(token, options);
  expect(asked).toBe(3);
});

test("a key that was taken back is refused once the kept ones are old", async () => {
  const keys = make();
  const token = await tokenBy(pairs.one.privateKey, "one");
  await keys(url)(token, options);
  published = ["two"];
  now = 10 * minute;
  await expect(keys(url)(token, options)).rejects.toThrow();
});

test("a new key is found, but invented ones make nobody ask more than once a minute", async () => {
  const keys = make();
  const invented = await tokenBy(pairs.two.privateKey, "invented");
  const next = await tokenBy(pairs.two.privateKey, "two");
  await keys(url)(await tokenBy(pairs.one.privateKey, "one"), options);
  await expect(keys(url)(invented, options)).rejects.toThrow();
  expect(asked).toBe(1);

  published = ["one", "two"];
  now = minute;
  await Promise.all([keys(url)(next, options), keys(url)(next, options)]);
  expect(asked).toBe(2);
  for (let more = 0; more < 5; more += 1) await expect(keys(url)(invented, options)).rejects.toThrow();
  expect(asked).toBe(2);
  now = 2 * minute;
  for (let more = 0; more < 5; more += 1) await expect(keys(url)(invented, options)).rejects.toThrow();
  expect(asked).toBe(3);
});

test("known keys stay good when newer ones cannot be had", async () => {
  const keys = make();
  const known = await tokenBy(pairs.one.privateKey, "one");
  const invented = await tokenBy(pairs.two.privateKey, "invented");
  await keys(url)(known, options);
  isUp = false;
  now = minute;
  await expect(keys(url)(invented, options)).rejects.toThrow(KeysUnavailable);
  await keys(url)(known, options);
  for (let more = 0; more < 5; more += 1) await expect(keys(url)(invented, options)).rejects.toThrow();
  expect(asked).toBe(2);
});

test("an issuer that is down is asked again, but not for every request", async () => {
  const keys = make();
  const token = await tokenBy(pairs.one.privateKey, "one");
  isUp = false;
  await expect(keys(url)(token, options)).rejects.toThrow(KeysUnavailable);
  isUp = true;
  now = 9999;
  await expect(keys(url)(token, options)).rejects.toThrow(KeysUnavailable);
  expect(asked).toBe(1);
  now = 10_000;
  await keys(url)(token, options);
  expect(asked).toBe(2);
});

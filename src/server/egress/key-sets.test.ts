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
let fetches: number;
let now: number;
beforeEach(() => {
  published = ["one"];
  isUp = true;
  fetches = 0;
  now = 0;
});

const egress: Pick<Egress, "request"> = {
  request: async () => {
    fetches += 1;
    if (!isUp) return { ok: false, failure: "timeout" };
    const keys = published.map((kid) => ({ ...pairs[kid].publicKey.export({ format: "jwk" }), kid }));
    return { ok: true, status: 200, headers: {}, body: Buffer.from(JSON.stringify({ keys })) };
  },
};
const createKeys = () => createKeySets(egress, () => now);

test("caches the keys of each issuer for ten minutes", async () => {
  const keys = createKeys();
  const token = await tokenBy(pairs.one.privateKey, "one");
  await keys(url)(token, options);
  now = 10 * minute - 1;
  await keys(url)(token, options);
  expect(fetches).toBe(1);
  now = 10 * minute;
  await Promise.all([keys(url)(token, options), keys(url)(token, options)]);
  expect(fetches).toBe(2);
  await keys("https://other.example/keys")(token, options);
  expect(fetches).toBe(3);
});

test("refuses a withdrawn key once the cached keys have expired", async () => {
  const keys = createKeys();
  const token = await tokenBy(pairs.one.privateKey, "one");
  await keys(url)(token, options);
  published = ["two"];
  now = 10 * minute;
  await expect(keys(url)(token, options)).rejects.toThrow();
});

test("finds a new key, but renews at most once a minute for unknown key ids", async () => {
  const keys = createKeys();
  const invented = await tokenBy(pairs.two.privateKey, "invented");
  const next = await tokenBy(pairs.two.privateKey, "two");
  await keys(url)(await tokenBy(pairs.one.privateKey, "one"), options);
  await expect(keys(url)(invented, options)).rejects.toThrow();
  expect(fetches).toBe(1);

  published = ["one", "two"];
  now = minute;
  await Promise.all([keys(url)(next, options), keys(url)(next, options)]);
  expect(fetches).toBe(2);
  for (let more = 0; more < 5; more += 1) await expect(keys(url)(invented, options)).rejects.toThrow();
  expect(fetches).toBe(2);
  now = 2 * minute;
  for (let more = 0; more < 5; more += 1) await expect(keys(url)(invented, options)).rejects.toThrow();
  expect(fetches).toBe(3);
});

test("keeps using the cached keys when a renewal fails", async () => {
  const keys = createKeys();
  const valid = await tokenBy(pairs.one.privateKey, "one");
  const invented = await tokenBy(pairs.two.privateKey, "invented");
  await keys(url)(valid, options);
  isUp = false;
  now = minute;
  await expect(keys(url)(invented, options)).rejects.toThrow(KeysUnavailable);
  await keys(url)(valid, options);
  for (let more = 0; more < 5; more += 1) await expect(keys(url)(invented, options)).rejects.toThrow();
  expect(fetches).toBe(2);
});

test("retries an issuer that is down, but not for every request", async () => {
  const keys = createKeys();
  const token = await tokenBy(pairs.one.privateKey, "one");
  isUp = false;
  await expect(keys(url)(token, options)).rejects.toThrow(KeysUnavailable);
  isUp = true;
  now = 9999;
  await expect(keys(url)(token, options)).rejects.toThrow(KeysUnavailable);
  expect(fetches).toBe(1);
  now = 10_000;
  await keys(url)(token, options);
  expect(fetches).toBe(2);
});

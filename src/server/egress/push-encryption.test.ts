import { describe, expect, test } from "vitest";
import { areBrowserKeys, encryptPush, maxPushBytes } from "./push-encryption.ts";

const bytes = (text: string) => Buffer.from(text, "base64url");

/** Appendix A of RFC 8291. */
const keys = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};
const secrets = {
  privateKey: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
  salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
};

describe("the encryption of a message", () => {
  test("makes the bytes of the example in RFC 8291", () => {
    const text = Buffer.from("When I grow up, I want to be a watermelon");
    expect(encryptPush(keys, text, secrets).toString("base64url")).toBe(
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
    );
  });

  test("has the same length for texts that are padded to one length", () => {
    const short = encryptPush(keys, Buffer.alloc(10), secrets, 90);
    expect(short.length).toBe(encryptPush(keys, Buffer.alloc(60), secrets, 40).length);
  });

  test("fills what a push service must take, and refuses a longer text", () => {
    expect(encryptPush(keys, Buffer.alloc(maxPushBytes), secrets).length).toBe(4096);
    expect(() => encryptPush(keys, Buffer.alloc(maxPushBytes), secrets, 1)).toThrow("too long");
  });
});

test.each([
  ["those of the example", keys, true],
  ["a key that is too short", { ...keys, p256dh: keys.p256dh.slice(0, -4) }, false],
  ["a point beside the curve", { ...keys, p256dh: `BA${"A".repeat(85)}` }, false],
  ["a secret of another length", { ...keys, auth: `${keys.auth}AAAA` }, false],
])("keys of a browser: %s", (_name, given, expected) => {
  expect(areBrowserKeys(given)).toBe(expected);
});

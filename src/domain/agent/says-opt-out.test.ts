import { expect, test } from "vitest";
import { saysOptOut } from "./says-opt-out.ts";

test.each([
  "I do not want to be taped, and take my number off your list",
  "stop recording me take me off your calling list",
  "Stop recording and calling me.",
  "No me graben ni me llamen más.",
  "no quiero que me graben quítenme de la lista",
  "Do not record or call me again.",
  "Deje de grabarme y no me llame más",
])("%s: a wish beside a refusal of recording", (text) => {
  expect(saysOptOut(text)).toBe(true);
});

test.each([
  "Stop recording me.",
  "Please don't record this call.",
  "Yo no di permiso para eso, no quiero que me graben.",
  "deje de grabar la llamada",
  "Are you recording this call?",
  "I never agreed to being recorded",
])("%s: a refusal of recording and nothing else", (text) => {
  expect(saysOptOut(text)).toBe(false);
});

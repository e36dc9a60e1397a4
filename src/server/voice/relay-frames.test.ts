import { expect, test } from "vitest";
import { parseFrame } from "./relay-frames.ts";

test.each([
  [
    '{"type":"prompt","voicePrompt":"hola","lang":"es-US","last":true}',
    { type: "prompt", voicePrompt: "hola", lang: "es-US", last: true },
  ],
  ['{"type":"prompt","voicePrompt":"hola"}', { type: "prompt", voicePrompt: "hola", last: true }],
  ['{"type":"dtmf","digit":"9"}', { type: "dtmf", digit: "9" }],
  [
    '{"type":"interrupt","utteranceUntilInterrupt":"Buenas","durationUntilInterruptMs":"460"}',
    { type: "interrupt", utteranceUntilInterrupt: "Buenas" },
  ],
  [
    '{"type":"info","name":"agentSpeaking","value":"off"}',
    { type: "info", name: "agentSpeaking", value: "off" },
  ],
  ['{"type":"configUpdated","x":1}', null],
])("%s is read", (text, frame) => {
  expect(parseFrame(text)).toEqual({ ok: true, frame });
});

test.each([
  ["not json"],
  ["42"],
  ["null"],
  ["[]"],
  ['{"type":5}'],
  ['{"type":"dtmf","digit":"99"}'],
  ['{"type":"prompt"}'],
])("%s is a fault", (text) => {
  expect(parseFrame(text)).toEqual({ ok: false });
});

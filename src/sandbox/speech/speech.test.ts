import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "#sandbox/sandbox.ts";
import { chime } from "./mp3.ts";

/** Reads the frames by their headers, as a decoder does. */
const readFrames = (mp3: Buffer): { bytes: number; samples: number; rate: number }[] => {
  const frames = [];
  for (let at = 0; at < mp3.length; ) {
    const header = mp3.readUInt32BE(at);
    // Sync word, MPEG-1, Layer III, no checksum.
    if (header >>> 16 !== 0xfffb) throw new Error(`No frame at byte ${at}`);
    const kbit =
      [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320][(header >>> 12) & 15] ?? 0;
    const rate = [44_100, 48_000, 32_000][(header >>> 10) & 3] ?? 0;
    const bytes = Math.floor((144_000 * kbit) / rate) + ((header >>> 9) & 1);
    frames.push({ bytes, samples: 1152, rate });
    at += bytes;
    if (at > mp3.length) throw new Error("The last frame is cut");
  }
  return frames;
};

const expectChime = (audio: Buffer): void => {
  const frames = readFrames(audio);
  const seconds = frames.reduce((sum, { samples, rate }) => sum + samples / rate, 0);
  expect(seconds).toBeCloseTo(1, 0);
  expect((audio.length * 8) / seconds / 1000).toBeCloseTo(128, 0);
};

test("the chime consists of complete frames of MPEG-1 Layer III", () => expectChime(chime()));

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({});
});
afterAll(() => sandbox.stop());

const post = (path: string, headers: Record<string, string>, body: unknown) =>
  fetch(sandbox.url + path, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("ElevenLabs", () => {
  const headers = { "xi-api-key": "k" };
  const voices = async () =>
    ((await (await fetch(`${sandbox.url}/elevenlabs/v1/voices`, { headers })).json()) as any).voices;
  const speak = async (body: object, key = "k", voice?: string) =>
    post(
      `/elevenlabs/v1/text-to-speech/${voice ?? (await voices())[0].voice_id}?output_format=mp3_44100_128`,
      { "xi-api-key": key },
      body,
    );
  const reason = async (answer: Response) => [answer.status, ((await answer.json()) as any).detail.status];

  test("lists voices and models", async () => {
    expect(await voices()).toHaveLength(8);
    const models = (await (await fetch(`${sandbox.url}/elevenlabs/v1/models`, { headers })).json()) as any[];
    expect(models.map(({ model_id }) => model_id)).toContain("eleven_multilingual_v2");
  });

  test("synthesises speech with each of its voices", async () => {
    for (const { voice_id } of await voices()) {
      const answer = await speak({ text: "Hola", model_id: "eleven_multilingual_v2" }, "k", voice_id);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
      expectChime(Buffer.from(await answer.arrayBuffer()));
    }
  });

  test("rejects a retired model, an unknown voice, an exhausted quota, no text and too long a text", async () => {
    const text = "Hola";
    expect(await reason(await speak({ text, model_id: "eleven_monolingual_v1" }))).toEqual([
      400,
      "unsupported_model",
    ]);
    expect(await reason(await speak({ text }, "k", "nobody"))).toEqual([400, "voice_not_found"]);
    expect(await reason(await speak({ text }, "quota"))).toEqual([401, "quota_exceeded"]);
    expect(await reason(await speak({ text: "a".repeat(10_001) }))).toEqual([
      400,
      "max_character_limit_exceeded",
    ]);
    expect((await speak({})).status).toBe(422);
  });
});

describe("Google", () => {
  const say = (voice: object, audioConfig: object = { audioEncoding: "MP3" }) =>
    post(
      "/google-tts/v1/text:synthesize",
      { "x-goog-api-key": "k" },
      { input: { text: "Hola" }, voice, audioConfig },
    );

  test("synthesises speech with a listed voice", async () => {
    const answer = await say({ languageCode: "es-US", name: "es-US-Neural2-A" });
    const { audioContent } = (await answer.json()) as any;
    expectChime(Buffer.from(audioContent, "base64"));
  });

  test("lists no Mexican voices and rejects one", async () => {
    const list = await fetch(`${sandbox.url}/google-tts/v1/voices?languageCode=es-MX&key=k`);
    expect(await list.json()).toEqual({ voices: [] });
    expect((await say({ languageCode: "es-MX", name: "es-MX-Neural2-A" })).status).toBe(400);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { welcomeScript } from "./voice-calls.ts";
import { type DialogueFaro, framesOf, officePhone, startDialogueFaro } from "./voice-dialogue.ts";

let faro: DialogueFaro;
let script: string;
beforeAll(async () => {
  faro = await startDialogueFaro();
  await faro.send("PUT", "/api/voice/phone", officePhone);
  script = await faro.script(welcomeScript);
});
afterAll(() => faro.stop());

let number = 0;
const person = (language?: string) => faro.person(number++, language);

describe("x", () => {
  test("y", async () => {
    const t0 = Date.now();
    const luz = await person();
    const call = await faro.dial(luz, script);
    console.log("dialled", Date.now() - t0);
    await call.hears(/momento/);
    console.log("opening", Date.now() - t0);
    await call.say("Sí, dígame.");
    await call.hears(/\?/);
    console.log("answer", Date.now() - t0, await call.heard());
    await call.say("Adiós, gracias.");
    console.log(JSON.stringify(await faro.ended(call.id), null, 1), Date.now() - t0);
    console.log(JSON.stringify((await call.sessions())[0], null, 0));
    console.log(JSON.stringify(await faro.requests(/Recordings/)));
    expect(framesOf).toBeTruthy();
  });
});

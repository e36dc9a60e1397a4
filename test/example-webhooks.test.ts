import { afterAll, beforeAll, expect, test } from "vitest";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro();
});
afterAll(() => faro.stop());

const subscribe = async (url: string): Promise<string> => {
  const input = { name: "Automations", url, events: ["person.created"], audience: null };
  const { status, body } = await faro.send("POST", "/api/webhook-subscriptions", input);
  expect([status, body]).toEqual([200, body]);
  return body.id;
};
const received = async () =>
  (await faro.arrived("n8n")).filter(({ method }) => method === "POST").map(({ path }) => path);

test("while the simulators run, events for an address under .example go to that of n8n", async () => {
  const id = await subscribe("https://n8n.my-shop.example/hooks/new-people?key=1");
  const tried = await faro.send("POST", `/api/webhook-subscriptions/${id}/test`, { type: "person.created" });
  expect(tried.body).toMatchObject({ state: "delivered", isTest: true });
  expect(await received()).toEqual(["/webhook/new-people"]);
  await faro.send("POST", "/api/people", { firstName: "Ana", phone: "+17875550166" });
  await expect.poll(received, { timeout: 40_000 }).toEqual(["/webhook/new-people", "/webhook/new-people"]);
});

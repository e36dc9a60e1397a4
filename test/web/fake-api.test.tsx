import { expect, test } from "vitest";
import { authApi } from "#contract/auth.ts";
import { peopleApi } from "#contract/people.ts";
import { callApi } from "#web/lib/api.ts";
import { answer, createFakeApi, refuse } from "./fake-api.ts";
import { renderScreen } from "./render.tsx";
import { samplePerson } from "./samples.ts";

const fetchUser = (answers: Parameters<typeof createFakeApi>[0]) => {
  const api = createFakeApi(answers);
  return { api, answered: api.fetch("/api/auth/user") };
};

test("a call without an answer fails with its name, and so does one that the contract does not have", async () => {
  const { api, answered } = fetchUser([]);
  await expect(answered).rejects.toThrow("The fake has no answer to auth.user");
  await expect(api.fetch("/api/no-such-thing")).rejects.toThrow("The contract has no GET /api/no-such-thing");
  expect(api.failures).toHaveLength(2);
});

test("an answer that the contract does not allow fails", async () => {
  // @ts-expect-error A user without an e-mail address does not compile either.
  const { api, answered } = fetchUser([answer(authApi.user, () => ({ id: samplePerson.id }))]);
  await expect(answered).rejects.toThrow("Answer of auth.user");
  expect(api.failures).toHaveLength(1);
});

test("a request that the contract does not allow fails", async () => {
  const api = createFakeApi([answer(peopleApi.create, () => samplePerson)]);
  const wrong = { method: "POST", body: JSON.stringify({ firstName: 5 }) };
  await expect(api.fetch("/api/people", wrong)).rejects.toThrow("Body of people.create");
});

test("a problem has the status, the code and the text of the contract", async () => {
  const { answered } = fetchUser([answer(authApi.user, () => refuse("unauthenticated"))]);
  const response = await answered;
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({ code: "unauthenticated", message: "Please sign in" });
});

test("the page's own client reads a path with parameters, offline and again", async () => {
  const { api } = await renderScreen("/no/such/page", {
    answers: [answer(peopleApi.get, ({ params }) => ({ ...samplePerson, id: params.id }))],
  });
  const read = () => callApi(peopleApi.get, { params: { id: samplePerson.id } });
  await api.offline(() => expect(read()).rejects.toThrow("Failed to fetch"));
  expect(await read()).toEqual(samplePerson);
  expect(api.callsOf(peopleApi.get)).toEqual([{ params: { id: samplePerson.id } }]);
});

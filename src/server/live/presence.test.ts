import { describe, expect, test } from "vitest";
import { type Presence, startPresence } from "./presence.ts";

const personId = "0190b6f2-4a1c-7e3d-9f58-2c6d1e7a8b90";
const luz = { id: "0190b6f2-4a1c-7e3d-9f58-2c6d1e7a8b91", name: "Luz" };
const omar = { id: "0190b6f2-4a1c-7e3d-9f58-2c6d1e7a8b92", name: "Omar" };

/** Processes that share one database, and a clock. */
const startProcesses = async (count: number) => {
  const clock = { now: 1_000_000 };
  const subscribers: ((payload: string) => void)[] = [];
  const notify = async (_channel: string, payload: string) => {
    for (const onMessage of subscribers) onMessage(payload);
  };
  const processes: { presence: Presence; pushed: object[] }[] = [];
  for (let index = 0; index < count; index++) {
    const pushed: object[] = [];
    const presence = await startPresence({
      listener: {
        listen: async (_channel, { onMessage }) => {
          subscribers.push(onMessage);
          return async () => {};
        },
      },
      notify,
      live: { pushPresence: (data) => void pushed.push(data) },
      now: () => clock.now,
    });
    processes.push({ presence, pushed });
  }
  return { clock, notify, processes };
};

describe("presence", () => {
  test("is shared between processes and pushed once for each change", async () => {
    const { processes } = await startProcesses(2);
    const [here, there] = processes;
    expect(await here?.presence.beat({ personId, user: luz, doing: "looking" })).toEqual([]);
    const others = await there?.presence.beat({ personId, user: omar, doing: "typing" });
    expect(others).toEqual([{ ...luz, doing: "looking" }]);
    await there?.presence.beat({ personId, user: omar, doing: "typing" });
    expect(here?.pushed).toEqual([
      { personId, users: [{ ...luz, doing: "looking" }] },
      {
        personId,
        users: [
          { ...luz, doing: "looking" },
          { ...omar, doing: "typing" },
        ],
      },
    ]);
    await Promise.all(processes.map(({ presence }) => presence.close()));
  });

  test("ends 25 seconds after the last beat, or when the user leaves", async () => {
    const { clock, processes } = await startProcesses(1);
    const [here] = processes;
    const beat = (user: typeof luz, doing: "looking" | "left") =>
      here?.presence.beat({ personId, user, doing });
    await beat(luz, "looking");
    clock.now += 24_000;
    expect(await beat(omar, "looking")).toEqual([{ ...luz, doing: "looking" }]);
    clock.now += 2000;
    expect(await beat(omar, "looking")).toEqual([]);
    await beat(omar, "left");
    expect(await beat(luz, "looking")).toEqual([]);
    await here?.presence.close();
  });

  test("ignores notifications that are no beats", async () => {
    const { notify, processes } = await startProcesses(1);
    for (const payload of ["", "{", "[]", '{"personId":"x"}', '{"doing":"typing"}'])
      await notify("c", payload);
    expect(processes[0]?.pushed).toEqual([]);
    await processes[0]?.presence.close();
  });
});

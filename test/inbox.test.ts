import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ThreadDetail, ThreadItem, ThreadListItem } from "#contract/threads.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { wakeThreads } from "#server/housekeeping/wake-threads.ts";
import type { JobContext } from "#server/jobs/job.ts";
import { createWrite } from "#server/store/write.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
let database: Database;
let me: string;
let colleague: string;
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" });
  await allowHolidaySends(faro.send);
  database = openDatabase(faro.connection, () => {});
  me = (await faro.pool.query("SELECT id FROM users")).rows[0].id;
  const { rows } = await faro.pool.query(
    "INSERT INTO users (email, first_name, role) VALUES ('luis@example.com', 'Luis', 'operator') RETURNING id",
  );
  colleague = rows[0].id;
});
afterAll(async () => {
  await database.close();
  await faro.stop();
});

const { phone: number, timezone } = findContactableNumbers(Date.now());
let count = 0;
type Person = { id: string; phone: string };
const person = async (more: object = {}): Promise<Person> => {
  const phone = number(++count);
  const made = await faro.send("POST", "/api/people", {
    firstName: "Ana",
    lastName: `Número ${count}`,
    phone,
    timezone,
    consents: { sms: true },
    ...more,
  });
  return made.body;
};
const reply = ({ phone }: Person, text: string, channel = "sms") =>
  fetch(`${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(phone)}/reply`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ channel, text }),
  });
const detail = async ({ id }: Person): Promise<ThreadDetail> =>
  (await faro.send("GET", `/api/inbox/${id}`)).body;
const thread = async (who: Person) => (await detail(who)).thread;
const change = async ({ id }: Person, body: object) => faro.send("POST", `/api/inbox/${id}/change`, body);
const list = async (query: string): Promise<{ threads: ThreadListItem[]; nextCursor: string | null }> =>
  (await faro.send("GET", `/api/inbox?${query}`)).body;
const items = async (
  { id }: Person,
  query = "",
): Promise<{ items: ThreadItem[]; nextBefore: string | null }> =>
  (await faro.send("GET", `/api/inbox/${id}/items?${query}`)).body;
const writes = async (who: Person, text: string) => {
  const before = (await items(who)).items.filter(({ kind }) => kind === "inbound").length;
  await reply(who, text);
  await expect
    .poll(async () => (await items(who)).items.filter(({ kind }) => kind === "inbound").length, {
      timeout: 180_000,
    })
    .toBe(before + 1);
};
const status = async (id: string) =>
  (await faro.pool.query("SELECT status FROM actions WHERE id = $1", [id])).rows[0]?.status;
const hasLeft = (id: string) =>
  expect.poll(() => status(id), { timeout: 180_000 }).toMatch(/^(sent|delivered|read)$/);
const sayByHand = async ({ id }: Person, text = "Con gusto") => {
  const { body } = await faro.send("POST", `/api/people/${id}/messages`, {
    channel: "sms",
    text,
    purpose: "service",
  });
  await hasLeft(body.id);
  return body.id as string;
};
/** A message as a rule would plan it. */
const plan = async ({ id }: Person, text = "Oferta") => {
  const { rows } = await faro.pool.query(
    `INSERT INTO actions (person_id, type, config, not_before)
     VALUES ($1, 'sms', jsonb_build_object('text', $2::text, 'purpose', 'marketing'), now()) RETURNING id`,
    [id, text],
  );
  return rows[0].id as string;
};
const wake = () =>
  wakeThreads.run([{}], {
    write: createWrite(database.db, { insert: async () => {} }),
  } as unknown as JobContext);
const notificationsOf = async (kind: string, { id }: Person) =>
  (
    await faro.pool.query(
      "SELECT user_id FROM notifications WHERE kind = $1 AND link = '/inbox/' || $2 ORDER BY created_at",
      [kind, id],
    )
  ).rows.map(({ user_id }) => user_id as string | null);

describe("a thread", () => {
  test("opens with a message of the person, who waits until a human has answered", async () => {
    const ana = await person();
    expect(await thread(ana)).toMatchObject({ state: "closed", waitingSince: null, lastDirection: null });
    await writes(ana, "¿Cuánto cuesta?");
    expect(await thread(ana)).toMatchObject({
      state: "open",
      waitingSince: expect.any(String),
      lastText: "¿Cuánto cuesta?",
      lastDirection: "in",
      isUnread: true,
      owner: null,
      lastInboundChannel: "sms",
    });
    await hasLeft(await plan(ana));
    expect((await thread(ana)).waitingSince).not.toBeNull();
    await sayByHand(ana);
    await expect.poll(async () => (await thread(ana)).waitingSince).toBeNull();
    expect(await thread(ana)).toMatchObject({
      state: "open",
      owner: { id: me },
      takenBy: { id: me },
      takenUntil: expect.any(String),
      lastText: "Con gusto",
    });
    const { episodes } = await detail(ana);
    expect(episodes).toMatchObject([{ closedAt: null, firstAnswerAt: expect.any(String) }]);
  });

  test("does not exist because of what machines send", async () => {
    const ana = await person();
    await hasLeft(await plan(ana));
    const { rows } = await faro.pool.query("SELECT 1 FROM threads WHERE person_id = $1", [ana.id]);
    expect(rows).toEqual([]);
    expect((await items(ana)).items).toMatchObject([
      { kind: "line" },
      { kind: "outbound", delivery: { text: "Oferta" } },
    ]);
  });

  test("has a new episode each time it is opened again", async () => {
    const ana = await person();
    await writes(ana, "Hola");
    expect((await change(ana, { kind: "close" })).body.thread).toMatchObject({
      state: "closed",
      waitingSince: null,
    });
    await writes(ana, "Otra cosa");
    const { thread: again, episodes } = await detail(ana);
    expect(again.state).toBe("open");
    expect(episodes).toMatchObject([{ closedAt: null }, { how: "answered", closedAt: expect.any(String) }]);
    const lines = (await items(ana)).items.flatMap((item) => (item.kind === "line" ? [item.eventType] : []));
    expect(lines).toEqual(["person_created", "thread_closed", "thread_opened"]);
  });

  test("that is snoozed comes back with an answer, or at its time after an outage of four days", async () => {
    const [ana, eva] = [await person(), await person()];
    for (const who of [ana, eva]) await writes(who, "Hola");
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await change(ana, { kind: "snooze", until });
    expect((await change(eva, { kind: "snooze", until, wakesOnReply: false })).body.thread).toMatchObject({
      state: "snoozed",
      snoozedUntil: until,
      snoozedBy: { id: me },
    });
    for (const who of [ana, eva]) await writes(who, "¿Hola?");
    expect([(await thread(ana)).state, (await thread(eva)).state]).toEqual(["open", "snoozed"]);
    await faro.pool.query(
      "UPDATE threads SET snoozed_until = now() - interval '4 days' WHERE person_id = $1",
      [eva.id],
    );
    await wake();
    expect((await thread(eva)).state).toBe("open");
    expect(await notificationsOf("snooze_ended", eva)).toEqual([me]);
    await wake();
    expect(await notificationsOf("snooze_ended", eva)).toHaveLength(1);
  });

  test("is on top with its review until an operator has decided", async () => {
    const ana = await person();
    await reply(ana, "please stop calling my mother so late");
    await expect.poll(async () => (await thread(ana)).state, { timeout: 180_000 }).toBe("open");
    expect(await thread(ana)).toMatchObject({ underReview: true, waitingSince: expect.any(String) });
    expect((await list("view=review")).threads.map(({ personId }) => personId)).toContain(ana.id);
    const { rows } = await faro.pool.query("SELECT id FROM reviews WHERE person_id = $1", [ana.id]);
    await faro.send("POST", `/api/reviews/${rows[0].id}`, { outcome: "continue" });
    expect((await thread(ana)).underReview).toBe(false);
  });
});

describe("owners", () => {
  test("are notified of replies and of what is assigned to them; all are, while an owner is away", async () => {
    const ana = await person();
    await writes(ana, "Hola");
    await change(ana, { kind: "assign", ownerId: colleague });
    expect(await notificationsOf("thread_assigned", ana)).toEqual([colleague]);
    await writes(ana, "¿Hay alguien?");
    await faro.pool.query("UPDATE users SET away_since = now() WHERE id = $1", [colleague]);
    await writes(ana, "¿Y ahora?");
    await faro.pool.query("UPDATE users SET away_since = NULL WHERE id = $1", [colleague]);
    expect(await notificationsOf("reply_received", ana)).toEqual([null, colleague, null]);
    expect((await thread(ana)).owner).toBeNull();
    const { body } = await faro.send("GET", "/api/notifications");
    const mine = body.notifications.filter(({ link }: { link: string }) => link === `/inbox/${ana.id}`);
    expect(mine).toHaveLength(2);
    await change(ana, { kind: "assign", ownerId: me });
    expect(await notificationsOf("thread_assigned", ana)).toEqual([colleague]);
  });

  test("are users who can answer: a viewer owns neither conversations nor tasks", async () => {
    const ana = await person();
    const { rows } = await faro.pool.query(
      "INSERT INTO users (email, role) VALUES ('viewer@example.com', 'viewer') RETURNING id",
    );
    const ownerId = rows[0].id;
    const assign = { kind: "assign", ownerId };
    expect((await faro.send("POST", `/api/inbox/${ana.id}/change`, assign)).status).toBe(404);
    const task = { personId: ana.id, title: "Call back", ownerId };
    expect((await faro.send("POST", "/api/tasks", task)).status).toBe(400);
  });

  test("are chosen for new conversations among those who are here, where the workspace wants it", async () => {
    const openOf = async (id: string) =>
      (await faro.pool.query("SELECT FROM threads WHERE owner_id = $1 AND state = 'open'", [id])).rowCount ??
      0;
    const before = await person();
    await writes(before, "Hola");
    await faro.send("PUT", "/api/inbox/assignment", { mode: "fewest_open" });
    const users = [me, colleague].sort();
    const expected = async () => {
      const counts = await Promise.all(users.map(openOf));
      return users[counts.indexOf(Math.min(...counts))];
    };
    for (let turn = 0; turn < 3; turn++) {
      const wanted = await expected();
      const ana = await person();
      await writes(ana, "Hola");
      expect((await thread(ana)).owner?.id).toBe(wanted);
      expect(await notificationsOf("reply_received", ana)).toEqual([wanted]);
    }
    // One that waits in the pool already stays there.
    await writes(before, "¿Hay alguien?");
    expect((await thread(before)).owner).toBeNull();
    await faro.pool.query("UPDATE users SET away_since = now() WHERE id = $1", [colleague]);
    const eva = await person();
    await writes(eva, "Hola");
    expect((await thread(eva)).owner?.id).toBe(me);
    await faro.pool.query("UPDATE users SET away_since = now() WHERE id = $1", [me]);
    const luis = await person();
    await writes(luis, "Hola");
    expect((await thread(luis)).owner).toBeNull();
    await faro.pool.query("UPDATE users SET away_since = NULL");
    await faro.send("PUT", "/api/inbox/assignment", { mode: "none" });
  });

  test("of the workspace's team get new conversations while they are here; the team does otherwise", async () => {
    const { body: team } = await faro.send("POST", "/api/teams", { name: "Ventas", memberIds: [colleague] });
    await faro.send("PUT", "/api/inbox/assignment", { mode: "fewest_open", teamId: team.id });
    const ana = await person();
    await writes(ana, "Hola");
    expect(await thread(ana)).toMatchObject({ owner: { id: colleague }, team: { id: team.id } });
    await faro.send("PUT", "/api/inbox/assignment", { mode: "none", teamId: team.id });
    const eva = await person();
    await writes(eva, "Hola");
    expect(await thread(eva)).toMatchObject({ owner: null, team: { id: team.id } });
    await faro.pool.query("UPDATE users SET away_since = now() WHERE id = $1", [colleague]);
    // The owner is away: the team has it, and because no member is here all are notified.
    await writes(ana, "¿Hay alguien?");
    expect(await thread(ana)).toMatchObject({ owner: null, team: { id: team.id } });
    const { rows } = await faro.pool.query(
      "SELECT link, user_id, team_id FROM notifications WHERE kind = 'reply_received' AND link = ANY($1) ORDER BY created_at",
      [[`/inbox/${ana.id}`, `/inbox/${eva.id}`]],
    );
    expect(rows.map(({ user_id, team_id }) => [user_id, team_id])).toEqual([
      [colleague, null],
      [null, team.id],
      [null, null],
    ]);
    await faro.pool.query("UPDATE users SET away_since = NULL");
    await faro.send("PUT", "/api/inbox/assignment", { mode: "none", teamId: null });
  });

  test("say whether they are away", async () => {
    await faro.send("PUT", "/api/inbox/availability", { away: true });
    const away = async () =>
      (await faro.send("GET", "/api/inbox/colleagues")).body.users.map(
        ({ id, isAway }: { id: string; isAway: boolean }) => [id, isAway],
      );
    expect(await away()).toContainEqual([me, true]);
    await faro.send("PUT", "/api/inbox/availability", { away: false });
    expect(await away()).toContainEqual([me, false]);
  });
});

describe("while a human has the conversation", () => {
  test("marketing of machines waits, and goes on when it is handed back", async () => {
    const ana = await person();
    await writes(ana, "Hola");
    await change(ana, { kind: "take", hours: 5 });
    const held = await plan(ana);
    await expect.poll(() => status(held), { timeout: 180_000 }).toBe("held");
    const { rows } = await faro.pool.query("SELECT reasons, not_before FROM actions WHERE id = $1", [held]);
    const { takenUntil } = await thread(ana);
    expect(rows[0].reasons).toMatchObject([{ code: "human_has_it" }]);
    expect(rows[0].not_before.toISOString()).toBe(takenUntil);
    await sayByHand(ana, "Escribo yo");
    expect(await status(held)).toBe("held");
    expect((await change(ana, { kind: "hand_back" })).body.thread.takenUntil).toBeNull();
    await hasLeft(held);
  });
});

describe("what was not sent", () => {
  test("stands in the thread and its view until another message leaves", async () => {
    const ana = await person();
    await writes(ana, "Hola");
    await faro.send("POST", `/api/people/${ana.id}/opt-out`, { reason: "asked" });
    const id = await plan(ana);
    await expect.poll(() => status(id), { timeout: 180_000 }).toBe("blocked");
    await expect.poll(async () => (await thread(ana)).notSent).toBe(true);
    expect((await list("view=not_sent")).threads.map(({ personId }) => personId)).toContain(ana.id);
    const blocked = (await items(ana)).items.filter(({ kind }) => kind === "outbound");
    expect(blocked).toMatchObject([{ id, delivery: { status: "blocked" } }]);
  });
});

describe("the list", () => {
  test("pages through every view and order without gaps, and counts the same", async () => {
    const { rows } = await faro.pool.query(
      `WITH added AS (
         INSERT INTO people (first_name) SELECT 'Lista' FROM generate_series(1, 57) RETURNING id)
       INSERT INTO threads (person_id, state, waiting_since, last_item_at, last_inbound_at, snoozed_until)
       SELECT id, (ARRAY['open', 'open', 'snoozed', 'closed'])[1 + n % 4], CASE WHEN n % 3 = 0 THEN now() - make_interval(mins => (n / 2)::int) END,
              date_trunc('minute', now()) - make_interval(hours => (n % 9)::int), now() - interval '1 hour',
              CASE WHEN n % 8 = 2 THEN now() + interval '2 days' END
         FROM (SELECT id, row_number() OVER () AS n FROM added) numbered RETURNING person_id`,
    );
    expect(rows).toHaveLength(57);
    const { counts } = (await faro.send("GET", "/api/inbox/counts")).body;
    for (const view of [
      "open",
      "mine",
      "unassigned",
      "waiting",
      "unread",
      "snoozed",
      "closed",
      "not_sent",
      "review",
    ])
      for (const sort of ["", "&sort=newest", "&sort=oldest", "&sort=longest_wait", "&sort=unread_first"]) {
        const seen: ThreadListItem[] = [];
        for (let cursor: string | null = ""; cursor !== null; ) {
          const page = await list(`view=${view}${sort}&limit=7${cursor && `&cursor=${cursor}`}`);
          seen.push(...page.threads);
          cursor = page.nextCursor;
        }
        const ids = seen.map(({ personId }) => personId);
        expect([view, sort, new Set(ids).size]).toEqual([view, sort, ids.length]);
        if (view === "waiting" && sort !== "&sort=longest_wait" && sort !== "") continue;
        if (!(sort === "&sort=longest_wait" && view !== "waiting"))
          expect([view, sort, ids.length]).toEqual([view, sort, counts[view].count]);
        const times = seen.map(({ lastItemAt }) => lastItemAt);
        if (sort === "&sort=newest") expect(times).toEqual(times.toSorted().reverse());
        if (sort === "&sort=oldest") expect(times).toEqual(times.toSorted());
      }
  });

  test("finds people by name and by an audience", async () => {
    const ana = await person({ firstName: "Xiomara", tags: ["vip"] });
    await writes(ana, "Hola");
    const found = async (query: string) => (await list(query)).threads.map(({ personId }) => personId);
    expect(await found("search=xiomara")).toEqual([ana.id]);
    const where = (value: string) =>
      encodeURIComponent(JSON.stringify({ field: "tags", op: "has_any", value: [value] }));
    expect(await found(`where=${where("vip")}`)).toEqual([ana.id]);
    expect(await found(`where=${where("other")}`)).toEqual([]);
    expect((await faro.send("GET", "/api/inbox?where=nonsense")).status).toBe(400);
    expect((await faro.send("GET", "/api/inbox?cursor=nonsense")).status).toBe(400);
  });

  test("is read and unread for each user", async () => {
    const ana = await person();
    await writes(ana, "Hola");
    expect((await change(ana, { kind: "read", read: true })).body.thread.isUnread).toBe(false);
    expect((await change(ana, { kind: "read", read: false })).body.thread.isUnread).toBe(true);
    await change(ana, { kind: "read", read: true });
    await writes(ana, "Hola otra vez");
    expect((await thread(ana)).isUnread).toBe(true);
  });

  test("changes many threads at once", async () => {
    const people = [await person(), await person(), await person()];
    for (const who of people) await writes(who, "Hola");
    const ids = people.map(({ id }) => id);
    const { body } = await faro.send("POST", "/api/inbox/bulk", {
      ids,
      change: { kind: "close", how: "no_need" },
    });
    expect(body).toEqual({ changed: 3 });
    const again = await faro.send("POST", "/api/inbox/bulk", { ids, change: { kind: "close" } });
    expect(again.body).toEqual({ changed: 0 });
    for (const who of people) expect((await thread(who)).state).toBe("closed");
  });
});

describe("the items of a thread", () => {
  test("come in one order, by pages without gaps, and open around a message", async () => {
    const ana = await person();
    await writes(ana, "uno");
    await sayByHand(ana, "dos");
    await writes(ana, "tres");
    const all = (await items(ana, "limit=200")).items;
    expect(
      all.flatMap((item) =>
        item.kind === "inbound" ? [item.text] : item.kind === "outbound" ? [item.delivery.text] : [],
      ),
    ).toEqual(["uno", "dos", "tres"]);
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted());
    const paged: ThreadItem[] = [];
    for (let before: string | null = ""; before !== null; ) {
      const page = await items(ana, `limit=2${before && `&before=${before}`}`);
      paged.unshift(...page.items);
      before = page.nextBefore;
    }
    expect(paged.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    const first = all.find(({ kind }) => kind === "inbound");
    expect((await items(ana, `around=${first?.id}`)).items.at(-1)).toEqual(first);
    // With its place before its id.
    const newest = all.findLast(({ kind }) => kind === "inbound");
    expect((await detail(ana)).newestItem).toBe(`${Date.parse(newest?.at ?? "")}_${newest?.id}`);
  });

  test("of a shared number stand in both threads, and open that of the person written to last", async () => {
    const ana = await person();
    const eva = { ...(await person({ firstName: "Eva" })), phone: ana.phone };
    await faro.pool.query("UPDATE people SET phone = $1 WHERE id = $2", [ana.phone, eva.id]);
    await sayByHand(eva, "Hola, Eva");
    await reply(ana, "Gracias");
    await expect.poll(async () => (await thread(eva)).state, { timeout: 180_000 }).toBe("open");
    const inbound = async (who: Person) => (await items(who)).items.filter(({ kind }) => kind === "inbound");
    expect(await inbound(eva)).toMatchObject([{ text: "Gracias", sharedWith: [{ personId: ana.id }] }]);
    expect(await inbound(ana)).toMatchObject([{ text: "Gracias", sharedWith: [{ personId: eva.id }] }]);
    expect((await thread(ana)).state).toBe("closed");
  });
});

test("a form with a message opens a thread, and an erasure leaves nothing of it", async () => {
  const hook = (await faro.send("POST", "/api/endpoints", { name: "Form" })).body.webhookUrl;
  const ana = await person();
  await fetch(hook, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type: "form_submitted", phone: ana.phone, message: "Quiero una visita" }),
  });
  await expect.poll(async () => (await thread(ana)).state, { timeout: 180_000 }).toBe("open");
  expect((await items(ana)).items).toContainEqual(
    expect.objectContaining({ kind: "form", text: "Quiero una visita", endpoint: "Form" }),
  );
  await faro.send("DELETE", `/api/people/${ana.id}`);
  for (const table of ["threads", "episodes", "messages", "thread_reads"])
    await expect
      .poll(
        async () => (await faro.pool.query(`SELECT 1 FROM ${table} WHERE person_id = $1`, [ana.id])).rows,
        { timeout: 180_000 },
      )
      .toEqual([]);
});

test("the dashboard's attention counts who waits, names the longest wait", async () => {
  const ana = await person();
  await reply(ana, "¿Me pueden llamar hoy?");
  const attention = async () => (await faro.send("GET", "/api/dashboard/attention")).body.items;
  await expect
    .poll(async () => (await attention()).find(({ kind }: { kind: string }) => kind === "waiting")?.count)
    .toBeGreaterThan(0);
  const { rows } = await faro.pool.query(
    "SELECT person_id, count(*) OVER ()::int AS count FROM threads WHERE state = 'open' AND waiting_since IS NOT NULL ORDER BY waiting_since LIMIT 1",
  );
  const waiting = (await attention()).find(({ kind }: { kind: string }) => kind === "waiting");
  expect(waiting).toMatchObject({ count: rows[0].count, personId: rows[0].person_id });
  expect(Date.parse(waiting.since)).toBeLessThanOrEqual(Date.now());
});

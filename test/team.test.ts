import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Area, type AreaLevel, noPermissions } from "#domain/access/areas.ts";
import { password, startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let admin: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  admin = await faro.signedIn("admin");
});
afterAll(() => faro.stop());

const levels = (named: Partial<Record<Area, AreaLevel>>) => ({ ...noPermissions, ...named });

const addRole = async (name: string, named: Partial<Record<Area, AreaLevel>>) => {
  const { status, body } = await admin.send("POST", "/api/roles", { name, permissions: levels(named) });
  expect(status).toBe(200);
  return body as { id: string; updatedAt: string; permissions: object };
};

const tokenOf = (link: string): string => link.split("#")[1] ?? "";

const invite = async (email: string, more: object = {}) => {
  const { status, body } = await admin.send("POST", "/api/invitations", { email, ...more });
  expect(status).toBe(200);
  return { id: body.invitation.id as string, token: tokenOf(body.link), invitation: body.invitation };
};

const accept = (token: string, visitor = faro.visitor(), secret = password) =>
  visitor.send("POST", "/api/invitations/accept", { token, firstName: "Luz", password: secret });

/** A user with the role, who came by an invitation. */
const joined = async (email: string, role: string): Promise<Visitor & { id: string }> => {
  const visitor = faro.visitor();
  const { token } = await invite(email, { role });
  const { status, body } = await accept(token, visitor);
  expect(status).toBe(200);
  return { ...visitor, email, id: body.id };
};

const audited = async (): Promise<string[]> =>
  (await faro.pool.query("SELECT description FROM audit_logs ORDER BY seq")).rows.map(
    ({ description }) => description,
  );

describe("notifications", () => {
  test("from before a colleague came are read, later ones are not", async () => {
    const notify = (title: string) =>
      faro.pool.query("INSERT INTO notifications (kind, params) VALUES ('reply_received', $1)", [
        { person: title, channel: "sms" },
      ]);
    const unread = async (visitor: Visitor) => (await visitor.send("GET", "/api/notifications")).body.unread;
    await notify("Before");
    await notify("Before, too");
    const invited = await joined("newcomer@example.com", "operator");
    const { body: added } = await admin.send("POST", "/api/users", {
      email: "added@example.com",
      password,
      role: "operator",
    });
    expect(await unread(invited)).toBe(0);
    const { rows } = await faro.pool.query("SELECT FROM notification_reads WHERE user_id = $1", [added.id]);
    expect(rows).toHaveLength(2);
    await notify("After");
    expect(await unread(invited)).toBe(1);
    await faro.pool.query("DELETE FROM notifications");
  });
});

describe("an invitation", () => {
  test("opens an account with its role and teams once, and signs the new user in", async () => {
    const { body: team } = await admin.send("POST", "/api/teams", { name: "Sales" });
    const { token, invitation } = await invite("luz@example.com", {
      role: "operator",
      teamIds: [team.id],
      language: "es",
    });
    expect(invitation).toMatchObject({ state: "pending", mail: "none", role: "operator" });
    const stored = await faro.pool.query("SELECT * FROM invitations i WHERE i::text LIKE '%' || $1 || '%'", [
      token,
    ]);
    expect(stored.rows).toEqual([]);

    const visitor = faro.visitor();
    const looked = await visitor.send("POST", "/api/invitations/look-up", { token });
    expect(looked).toMatchObject({
      status: 200,
      body: { email: "luz@example.com", role: "operator", language: "es", minPasswordLength: 8 },
    });
    expect(await accept(token, visitor, "short")).toMatchObject({ status: 400, body: { code: "invalid" } });
    expect(await accept(token, visitor)).toMatchObject({
      status: 200,
      body: { email: "luz@example.com", firstName: "Luz", language: "es" },
    });
    expect((await visitor.send("GET", "/api/people")).status).toBe(200);
    expect(await accept(token)).toMatchObject({ status: 410, body: { code: "invitation_used" } });
    const { body: users } = await admin.send("GET", "/api/users");
    expect(users.find(({ email }: { email: string }) => email === "luz@example.com")).toMatchObject({
      role: "operator",
      teams: [{ id: team.id, name: "Sales" }],
      active: true,
    });
    expect(await admin.send("POST", "/api/invitations", { email: "luz@example.com" })).toMatchObject({
      status: 409,
      body: { code: "already_exists" },
    });
  });

  test("of which two are accepted at once opens one account", async () => {
    const { token } = await invite("twice@example.com");
    const answers = await Promise.all([accept(token), accept(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  test("ends when it is sent again, taken back or too old", async () => {
    const first = await invite("ana@example.com");
    expect(await admin.send("POST", "/api/invitations", { email: "ana@example.com" })).toMatchObject({
      status: 409,
      body: { code: "already_invited" },
    });
    const { body: second } = await admin.send("POST", `/api/invitations/${first.id}/resend`, {});
    expect(await accept(first.token)).toMatchObject({ status: 404, body: { code: "invitation_unknown" } });
    await faro.pool.query("UPDATE invitations SET expires_at = now() WHERE id = $1", [first.id]);
    expect(await accept(tokenOf(second.link))).toMatchObject({
      status: 410,
      body: { code: "invitation_expired" },
    });
    const { body: third } = await admin.send("POST", `/api/invitations/${first.id}/resend`, {});
    expect((await admin.send("DELETE", `/api/invitations/${first.id}`)).status).toBe(200);
    expect(await accept(tokenOf(third.link))).toMatchObject({
      status: 410,
      body: { code: "invitation_revoked" },
    });
    expect(await audited()).toEqual(
      expect.arrayContaining([
        "Invited ana@example.com to the team as Viewer",
        "Sent the invitation of ana@example.com again",
        "Took back the invitation of ana@example.com",
      ]),
    );
  });

  test("ends with the account of its inviter", async () => {
    const inviter = await joined("inviter@example.com", "admin");
    const { body } = await inviter.send("POST", "/api/invitations", {
      email: "left@example.com",
      role: "admin",
    });
    await faro.pool.query("UPDATE users SET active = false WHERE id = $1", [inviter.id]);
    expect(await accept(tokenOf(body.link))).toMatchObject({
      status: 410,
      body: { code: "invitation_revoked" },
    });
    await faro.pool.query("UPDATE users SET active = true, role = 'operator' WHERE id = $1", [inviter.id]);
    expect(await accept(tokenOf(body.link))).toMatchObject({
      status: 410,
      body: { code: "invitation_revoked" },
    });
    await faro.pool.query("UPDATE users SET role = 'admin' WHERE id = $1", [inviter.id]);
    expect((await accept(tokenOf(body.link))).status).toBe(200);
  });

  test("needs a long password for a role that manages", async () => {
    const { token } = await invite("boss@example.com", { role: "admin" });
    const answer = await accept(token, faro.visitor(), "eleven char");
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: "password" }] } });
  });
});

describe("a role of one's own", () => {
  test("opens its areas up to its level, from the next request on", async () => {
    const role = await addRole("Front desk", { people: "view", inbox: "work" });
    const visitor = await joined("desk@example.com", role.id);
    const { body: own } = await visitor.send("GET", "/api/auth/user");
    expect(own).toMatchObject({ role: "own", roleName: "Front desk", permissions: { people: "view" } });
    expect((await visitor.send("GET", "/api/people")).status).toBe(200);
    expect((await visitor.send("POST", "/api/people", { firstName: "Eva" })).status).toBe(403);
    expect((await visitor.send("GET", "/api/rules")).status).toBe(200);
    expect(
      (await visitor.send("GET", "/api/rules/01890000-0000-7000-8000-000000000000/versions")).status,
    ).toBe(403);
    expect((await visitor.send("GET", "/api/users")).status).toBe(403);
    const { body: colleagues } = await admin.send("GET", "/api/inbox/colleagues");
    expect(colleagues.users.find(({ id }: { id: string }) => id === visitor.id).mayAnswer).toBe(true);

    const changed = await admin.send("PUT", `/api/roles/${role.id}`, {
      name: "Front desk",
      permissions: levels({ people: "work" }),
      updatedAt: role.updatedAt,
    });
    expect(changed.status).toBe(200);
    expect((await visitor.send("POST", "/api/people", { firstName: "Eva" })).status).toBe(200);
    expect((await visitor.send("GET", "/api/inbox")).status).toBe(403);
    expect(
      await admin.send("PUT", `/api/roles/${role.id}`, {
        name: "Front desk",
        permissions: levels({}),
        updatedAt: role.updatedAt,
      }),
    ).toMatchObject({ status: 409, body: { code: "conflict" } });
  });

  test("limits the tokens of its users", async () => {
    const role = await addRole("Reader", { people: "view" });
    const visitor = await joined("reader@example.com", role.id);
    const { body } = await visitor.send("POST", "/api/tokens", {
      name: "Sheet",
      scopes: ["people:read", "people:write", "rules:read"],
    });
    const call = (method: string, path: string, input?: object) =>
      faro.visitor().send(method, path, input, { authorization: `Bearer ${body.token}` });
    expect((await call("GET", "/api/people")).status).toBe(200);
    expect(await call("POST", "/api/people", { firstName: "Eva" })).toMatchObject({
      status: 403,
      body: { code: "token_lacks_role" },
    });
  });

  test("is not deleted while users have it", async () => {
    const role = await addRole("Temporary", { people: "view" });
    const visitor = await joined("temp@example.com", role.id);
    expect(await admin.send("DELETE", `/api/roles/${role.id}`)).toMatchObject({
      status: 409,
      body: { code: "in_use", details: { users: 1 } },
    });
    expect((await admin.send("PUT", `/api/users/${visitor.id}`, { role: "viewer" })).body).toMatchObject({
      role: "viewer",
      roleId: null,
    });
    expect((await admin.send("DELETE", `/api/roles/${role.id}`)).status).toBe(200);
    expect(
      await admin.send("POST", "/api/roles", { name: "FRONT DESK", permissions: levels({}) }),
    ).toMatchObject({ status: 409, body: { code: "already_exists" } });
  });

  test("with the team gives no rights that it does not have, and changes no administrator", async () => {
    const role = await addRole("Team lead", { team: "manage", people: "work" });
    const lead = await joined("lead@example.com", role.id);
    const refused = { status: 403, body: { code: "exceeds_own_rights" } };
    const { body: users } = await lead.send("GET", "/api/users");
    const boss = users.find(({ email }: { email: string }) => email === admin.email);
    expect(boss.mayChange).toBe(false);
    expect(await lead.send("PUT", `/api/users/${lead.id}`, { role: "admin" })).toMatchObject(refused);
    expect(await lead.send("PUT", `/api/users/${boss.id}`, { password: "a new password" })).toMatchObject(
      refused,
    );
    expect(await lead.send("POST", `/api/users/${boss.id}/second-factor/reset`, {})).toMatchObject(refused);
    expect(await lead.send("GET", `/api/users/${boss.id}/activity`)).toMatchObject(refused);
    // The audit log has a right of its own, which this role does not have.
    const own = await lead.send("GET", `/api/users/${lead.id}/activity`);
    expect(own).toMatchObject({ status: 200, body: { entries: [] } });
    expect(
      await lead.send("POST", `/api/users/${boss.id}/deactivate`, { handOver: { to: "unassigned" } }),
    ).toMatchObject(refused);
    expect(
      await lead.send("POST", "/api/invitations", { email: "friend@example.com", role: "operator" }),
    ).toMatchObject(refused);
    expect(
      await lead.send("POST", "/api/users", { email: "f@example.com", password, role: "admin" }),
    ).toMatchObject(refused);
    expect(
      await lead.send("POST", "/api/roles", { name: "All", permissions: levels({ settings: "manage" }) }),
    ).toMatchObject(refused);
    expect(
      await lead.send("PUT", `/api/roles/${role.id}`, {
        name: "Team lead",
        permissions: levels({ team: "manage", settings: "manage" }),
      }),
    ).toMatchObject(refused);
  });
});

describe("deactivation", () => {
  const addConversations = async (ownerId: string, count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let index = 0; index < count; index++) {
      const { body } = await admin.send("POST", "/api/people", { firstName: `Person ${index}` });
      await faro.pool.query("INSERT INTO threads (person_id, state, owner_id) VALUES ($1, 'open', $2)", [
        body.id,
        ownerId,
      ]);
      ids.push(body.id);
    }
    await faro.pool.query(
      "INSERT INTO tasks (person_id, title, owner_id, made_by) SELECT unnest($1::uuid[]), 'Call back', $2, 'user'",
      [ids, ownerId],
    );
    return ids;
  };
  const ownersOf = async (ids: string[], table: "threads" | "tasks"): Promise<(string | null)[]> =>
    (await faro.pool.query(`SELECT owner_id FROM ${table} WHERE person_id = ANY($1)`, [ids])).rows.map(
      ({ owner_id }) => owner_id,
    );

  test("ends sessions and tokens at once and shares open work in a team", async () => {
    const leaver = await joined("leaver@example.com", "operator");
    const [one, two, viewer] = [
      await joined("one@example.com", "operator"),
      await joined("two@example.com", "operator"),
      await joined("three@example.com", "viewer"),
    ];
    const { body: team } = await admin.send("POST", "/api/teams", {
      name: "Support",
      memberIds: [leaver.id, one.id, two.id, viewer.id],
    });
    const { body: made } = await leaver.send("POST", "/api/tokens", {
      name: "Sheet",
      scopes: ["people:read"],
    });
    const people = await addConversations(leaver.id, 4);
    const { body: activity } = await admin.send("GET", `/api/users/${leaver.id}/activity`);
    expect(activity).toMatchObject({ openConversations: 4, openTasks: 4, tokens: 1, sessions: 1 });
    expect(activity.entries[0]).toMatchObject({ description: "Created the token “Sheet”" });

    const answer = await admin.send("POST", `/api/users/${leaver.id}/deactivate`, {
      handOver: { to: "team", id: team.id },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { user: { active: false }, conversations: 4, tasks: 4, tokens: 1 },
    });
    for (const table of ["threads", "tasks"] as const)
      expect((await ownersOf(people, table)).sort()).toEqual([one.id, one.id, two.id, two.id].sort());
    const { rows: teams } = await faro.pool.query(
      "SELECT DISTINCT team_id FROM threads WHERE person_id = ANY($1)",
      [people],
    );
    expect(teams).toEqual([{ team_id: team.id }]);
    expect((await leaver.send("GET", "/api/auth/user")).status).toBe(401);
    const byToken = () =>
      faro.visitor().send("GET", "/api/people", undefined, { authorization: `Bearer ${made.token}` });
    expect((await byToken()).body.code).toBe("token_user_inactive");

    expect((await admin.send("POST", `/api/users/${leaver.id}/reactivate`, {})).body.active).toBe(true);
    expect((await byToken()).body.code).toBe("token_revoked");
    const signedIn = await leaver.send("POST", "/api/auth/login", { email: leaver.email, password });
    expect(signedIn.status).toBe(200);
    expect(await audited()).toEqual(
      expect.arrayContaining(["Deactivated leaver@example.com", "Reactivated leaver@example.com"]),
    );
  });

  test("needs a recipient who may answer, and changes nothing without one", async () => {
    const leaver = await joined("second@example.com", "operator");
    const viewer = await joined("looker@example.com", "viewer");
    const people = await addConversations(leaver.id, 1);
    const handOver = { to: "user", id: viewer.id };
    expect(await admin.send("POST", `/api/users/${leaver.id}/deactivate`, { handOver })).toMatchObject({
      status: 409,
      body: { code: "no_recipient" },
    });
    expect(await ownersOf(people, "threads")).toEqual([leaver.id]);
    expect((await leaver.send("GET", "/api/auth/user")).status).toBe(200);
    const pool = { handOver: { to: "unassigned" } };
    expect((await admin.send("POST", `/api/users/${leaver.id}/deactivate`, pool)).status).toBe(200);
    expect(await ownersOf(people, "threads")).toEqual([null]);
  });

  test("never takes the last administrator", async () => {
    const { body: users } = await admin.send("GET", "/api/users");
    const admins = users.filter(
      ({ role, active }: { role: string; active: boolean }) => role === "admin" && active,
    );
    const own = admins.find(({ email }: { email: string }) => email === admin.email);
    const body = { handOver: { to: "unassigned" } };
    for (const { id } of admins.filter((one: { id: string }) => one !== own))
      expect((await admin.send("POST", `/api/users/${id}/deactivate`, body)).status).toBe(200);
    expect(await admin.send("POST", `/api/users/${own.id}/deactivate`, body)).toMatchObject({
      status: 409,
      body: { code: "last_admin" },
    });
  });
});

describe("a team in the inbox", () => {
  type Row = { personId: string; team: { id: string } | null; owner: { id: string } | null };
  const conversation = async (firstName: string): Promise<string> => {
    const { body } = await admin.send("POST", "/api/people", { firstName });
    await faro.pool.query("INSERT INTO threads (person_id, state, last_item_at) VALUES ($1, 'open', now())", [
      body.id,
    ]);
    return body.id;
  };
  const listed = async (who: typeof admin, query: string): Promise<Row[]> =>
    (await who.send("GET", `/api/inbox?${query}`)).body.threads;

  test("gets conversations that its members take, and leaves nothing behind when it is deleted", async () => {
    const member = await joined("member@example.com", "operator");
    const other = await joined("outsider@example.com", "operator");
    const { body: team } = await admin.send("POST", "/api/teams", { name: "Ventas", memberIds: [member.id] });
    const [first = "", second = "", third = ""] = [
      await conversation("Uno"),
      await conversation("Dos"),
      await conversation("Tres"),
    ];
    const change = (who: typeof admin, id: string, body: object) =>
      who.send("POST", `/api/inbox/${id}/change`, { kind: "assign", ...body });

    expect((await change(admin, first, {})).status).toBe(400);
    expect((await change(admin, first, { teamId: first })).status).toBe(404);
    await change(admin, first, { ownerId: other.id });
    const bulk = { ids: [first, second], change: { kind: "assign", teamId: team.id } };
    expect((await admin.send("POST", "/api/inbox/bulk", bulk)).body).toEqual({ changed: 2 });
    const mine = await listed(member, "team=mine&sort=newest");
    expect(mine.map(({ personId }) => personId).sort()).toEqual([first, second].sort());
    // The owner is no member, so the team has it now.
    expect(mine.map(({ owner }) => owner)).toEqual([null, null]);
    expect(await listed(other, "team=mine")).toEqual([]);
    expect(await listed(other, `team=${team.id}&view=waiting`)).toEqual([]);
    const { body: notices } = await member.send("GET", "/api/notifications");
    expect(notices.notifications[0]).toMatchObject({
      kind: "thread_team_assigned",
      params: { team: "Ventas", count: 2 },
      link: `/inbox?team=${team.id}&view=unassigned`,
    });
    const { body: others } = await other.send("GET", "/api/notifications");
    expect(others.notifications.map(({ kind }: { kind: string }) => kind)).not.toContain(
      "thread_team_assigned",
    );

    const taken = await change(member, first, { ownerId: member.id });
    expect(taken.body.thread).toMatchObject({ owner: { id: member.id }, team: { name: "Ventas" } });
    expect((await member.send("GET", "/api/inbox/counts?team=mine")).body.counts).toMatchObject({
      open: { count: 2 },
      mine: { count: 1 },
      unassigned: { count: 1 },
    });
    expect((await member.send("GET", "/api/inbox/teams")).body.teams[0]).toMatchObject({
      name: "Ventas",
      isMine: true,
      members: 1,
      here: 1,
      open: { count: 2, isExact: true },
    });
    const where = encodeURIComponent(
      JSON.stringify({ all: [{ field: "thread.team", op: "is_any_of", value: ["mine"] }] }),
    );
    expect(await listed(member, `where=${where}`)).toHaveLength(2);
    expect(await listed(other, `where=${where}`)).toHaveLength(0);

    const assignment = { mode: "none", teamId: team.id };
    expect((await admin.send("PUT", "/api/inbox/assignment", assignment)).body).toEqual(assignment);
    await change(admin, third, { ownerId: member.id, teamId: team.id });
    expect((await admin.send("DELETE", `/api/teams/${team.id}`)).status).toBe(200);
    const { rows } = await faro.pool.query(
      "SELECT team_id, owner_id FROM threads WHERE person_id = ANY($1) ORDER BY owner_id NULLS LAST",
      [[first, second, third]],
    );
    expect(rows).toEqual([
      { team_id: null, owner_id: member.id },
      { team_id: null, owner_id: member.id },
      { team_id: null, owner_id: null },
    ]);
    expect((await admin.send("GET", "/api/inbox/assignment")).body).toEqual({ mode: "none", teamId: null });
    const { body: page } = await admin.send("GET", `/api/inbox/${second}/items`);
    expect(page.items.at(-1)).toMatchObject({
      eventType: "thread_assigned",
      metadata: { fromTeam: team.id, toTeam: null },
    });
    const { body: after } = await member.send("GET", "/api/notifications");
    expect(after.notifications.map(({ kind }: { kind: string }) => kind)).not.toContain(
      "thread_team_assigned",
    );
  });
});

describe("links that are guessed", () => {
  test("are refused after some attempts from one address", async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 25; attempt++)
      statuses.push((await accept(`a token that nobody made ${attempt}`)).status);
    expect(statuses[0]).toBe(404);
    expect(statuses.at(-1)).toBe(429);
  });
});

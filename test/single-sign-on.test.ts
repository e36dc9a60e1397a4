import { Secret, TOTP } from "otpauth";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SingleSignOnInput } from "#contract/single-sign-on.ts";
import { adminEmail, password, startTestFaro, type TestFaro, type Visitor } from "./faro.ts";
import {
  type Account,
  clientId,
  clientSecret,
  createBrowser,
  type Forgery,
  startTestProvider,
  type TestBrowser,
  type TestProvider,
} from "./identity-provider.ts";

let faro: TestFaro;
let admin: Visitor;
let provider: TestProvider;
let settings: SingleSignOnInput;

beforeAll(async () => {
  faro = await startTestFaro({ FARO_EGRESS_ALLOW: "127.0.0.1" });
  admin = await faro.signedIn("admin");
  provider = await startTestProvider({ faroUrl: faro.url });
});
afterAll(async () => {
  await provider.stop();
  await faro.stop();
});

let count = 0;
const newAccount = (change: Partial<Account> = {}): Account => {
  count += 1;
  return {
    sub: `subject-${count}`,
    email: `person${count}@example.com`,
    email_verified: true,
    name: "Ana Rivera",
    groups: ["Sales"],
    ...change,
  };
};

const save = (change: Partial<SingleSignOnInput> = {}) =>
  admin.send("PUT", "/api/single-sign-on", { ...settings, ...change });
const configure = async (change: Partial<SingleSignOnInput> = {}): Promise<void> => {
  expect((await save(change)).body).toMatchObject({ settings: { name: "Acme" } });
};

beforeEach(async () => {
  provider.forgery = undefined;
  provider.amr = ["pwd"];
  settings = {
    name: "Acme",
    enabled: true,
    issuer: provider.issuer,
    clientId,
    clientSecret,
    scopes: "groups",
    domains: [],
    groupClaim: "groups",
    groupRoles: [
      { group: "Admins", role: "admin" },
      { group: "Sales", role: "operator" },
    ],
    defaultRole: null,
    createsUsers: true,
    linksUsers: false,
    trustsEmails: false,
    statesSecondFactor: false,
    onlySingleSignOn: false,
  };
  await faro.pool.query("DELETE FROM sign_in_failures");
  await configure();
});
afterEach(() => admin.send("PUT", "/api/settings/security", { adminSecondFactor: false }));

let browsers = 0;
/** Attempts are limited by address. */
const newAddress = (): string => {
  browsers += 1;
  return `2001:db8:${browsers.toString(16)}::1`;
};
const newBrowser = (address = newAddress()): TestBrowser => createBrowser(faro.url, faro.visitor(), address);
const signIn = async (
  account: Account | undefined,
  browser = newBrowser(),
  path?: string,
): Promise<string> => {
  provider.account = account;
  return browser.arrive(await browser.begin(path));
};
/** A browser in which the account is signed in. */
const signedIn = async (account: Account): Promise<TestBrowser> => {
  const browser = newBrowser();
  expect(await signIn(account, browser)).toBe("/");
  return browser;
};
const userOf = async ({ visitor }: TestBrowser) => (await visitor.send("GET", "/api/auth/user")).body;
const memberOf = async (email: unknown) =>
  (await admin.send("GET", "/api/users")).body.find((user: { email: string }) => user.email === email);
const failed = (reason: string) => `/?sign-in=${reason}`;

const newEntries = async (work: () => Promise<unknown>): Promise<{ kind: string; reason?: string }[]> => {
  const { rows: before } = await faro.pool.query("SELECT coalesce(max(seq), 0) AS seq FROM audit_logs");
  await work();
  const { rows } = await faro.pool.query("SELECT details FROM audit_logs WHERE seq > $1 ORDER BY seq", [
    before[0].seq,
  ]);
  return rows.map(({ details }) => details);
};

describe("a sign-in with the identity provider", () => {
  test("adds the user with the role of their group, and opens a session without a password", async () => {
    const account = newAccount();
    const browser = newBrowser();
    const entries = await newEntries(async () =>
      expect(await signIn(account, browser, "/sso/start?next=/people?search=Ana")).toBe("/people?search=Ana"),
    );
    expect(entries.map(({ kind }) => kind)).toEqual(["user_added_by_provider", "signed_in_with_provider"]);
    expect(await userOf(browser)).toMatchObject({
      email: account.email,
      firstName: "Ana",
      lastName: "Rivera",
      role: "operator",
      hasPassword: false,
    });
    expect(await memberOf(account.email)).toMatchObject({ isLinked: true, active: true });
    const withPassword = await faro
      .visitor()
      .send("POST", "/api/auth/login", { email: account.email, password });
    expect(withPassword.status).toBe(401);
    const again = newBrowser();
    const secondEntries = await newEntries(() => signIn(account, again));
    expect(secondEntries.map(({ kind }) => kind)).toEqual(["signed_in_with_provider"]);
    expect((await userOf(again)).id).toBe((await userOf(browser)).id);
  });

  test("uses PKCE, state and nonce, and leaves no cookie of the attempt behind", async () => {
    const visitor = faro.visitor();
    const { headers } = await visitor.send("GET", "/sso/start");
    const url = new URL(headers.get("location") ?? "");
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: "code",
      client_id: clientId,
      redirect_uri: `${faro.url}/sso/callback`,
      scope: "openid email profile groups",
      code_challenge_method: "S256",
    });
    for (const name of ["state", "nonce", "code_challenge"])
      expect(url.searchParams.get(name)?.length).toBe(43);
    const [cookie = ""] = headers.getSetCookie();
    expect(cookie).toMatch(/^faro_sign_in=\S+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/);
    for (const name of ["state", "nonce"]) expect(cookie).not.toContain(url.searchParams.get(name));
    const browser = await signedIn(newAccount());
    expect([...browser.visitor.cookies.keys()].sort()).toEqual(["faro_device", "faro_session"]);
  });

  test("keeps the same user when the address changes, and never takes one over by an address", async () => {
    const account = newAccount();
    const first = await userOf(await signedIn(account));
    const renamed = await userOf(await signedIn({ ...account, email: "renamed@example.com" }));
    expect(renamed).toMatchObject({ id: first.id, email: account.email });
    // The address was given to somebody else.
    const successor = { ...newAccount(), email: account.email };
    expect(await signIn(successor)).toBe(failed("not_linked"));
    await configure({ linksUsers: true });
    expect(await signIn(successor)).toBe(failed("linked_elsewhere"));
    const unlinked = await admin.send("POST", `/api/users/${first.id}/unlink`);
    expect(unlinked.body).toMatchObject({ isLinked: false });
    expect((await userOf(await signedIn(successor))).id).toBe(first.id);
  });

  test("gives the role of the groups at each sign-in", async () => {
    const account = newAccount();
    const browser = await signedIn(account);
    const entries = await newEntries(() => signedIn({ ...account, groups: ["Admins", "Sales"] }));
    expect(entries.map(({ kind }) => kind)).toEqual(["role_given_by_provider", "signed_in_with_provider"]);
    // In force for open sessions, too.
    expect(await userOf(browser)).toMatchObject({ role: "admin" });
    await signedIn(account);
    expect(await userOf(browser)).toMatchObject({ role: "operator" });
    expect(await signIn({ ...account, groups: ["Others"] })).toBe(failed("no_role"));
    const own = await admin.send("POST", "/api/roles", {
      name: "Reception",
      permissions: { ...(await userOf(browser)).permissions, people: "view" },
    });
    await configure({ groupRoles: [{ group: "Sales", role: own.body.id }], defaultRole: "viewer" });
    await signedIn(account);
    expect(await userOf(browser)).toMatchObject({ role: "own", roleName: "Reception" });
    await signedIn({ ...account, groups: ["Others"] });
    expect(await userOf(browser)).toMatchObject({ role: "viewer" });
    const inUse = await admin.send("DELETE", `/api/roles/${own.body.id}`);
    expect(inUse).toMatchObject({ status: 409, body: { code: "in_use", details: { groups: 1 } } });
    await configure({ groupRoles: [], defaultRole: "operator" });
    await signedIn({ ...account, groups: ["Others"] });
    expect(await userOf(browser)).toMatchObject({ role: "viewer" });
  });

  test("reads claims from the ID token as well, and from a claim within another", async () => {
    const other = await startTestProvider({
      faroUrl: faro.url,
      claimsInIdToken: true,
      authMethod: "client_secret_post",
    });
    try {
      await configure({ issuer: other.issuer, groupClaim: "realm_access.roles" });
      const browser = newBrowser();
      other.account = newAccount({ name: "Eva", groups: [], realm_access: { roles: ["Sales"] } });
      expect(await browser.arrive(await browser.begin())).toBe("/");
      expect(await userOf(browser)).toMatchObject({ firstName: "Eva", role: "operator" });
      expect(other.lastTokenRequest?.authorization).toBeUndefined();
    } finally {
      await other.stop();
    }
  });
});

describe("a sign-in is refused, with a reason on the page and in the audit log,", () => {
  const refused = async (
    reason: string,
    work: () => Promise<string>,
    email: unknown = undefined,
  ): Promise<void> => {
    const users = await faro.pool.query("SELECT count(*) AS count FROM users");
    const sessions = await faro.pool.query("SELECT count(*) AS count FROM sessions");
    let end = "";
    const entries = await newEntries(async () => {
      end = await work();
    });
    expect(end).toBe(failed(reason));
    expect(entries).toMatchObject([
      { kind: "provider_sign_in_failed", name: "Acme", reason, ...(email === undefined ? {} : { email }) },
    ]);
    expect((await faro.pool.query("SELECT count(*) AS count FROM users")).rows).toEqual(users.rows);
    expect((await faro.pool.query("SELECT count(*) AS count FROM sessions")).rows).toEqual(sessions.rows);
  };

  test.each<[string, Partial<Account>, Partial<SingleSignOnInput>]>([
    ["no_role", { groups: ["Unknown"] }, {}],
    ["no_role", { groups: undefined }, {}],
    ["groups_unreadable", { groups: undefined, _claim_names: { groups: "src1" } }, {}],
    ["email_unverified", { email_verified: false }, {}],
    ["email_unverified", { email_verified: undefined }, {}],
    ["email_missing", { email: undefined }, {}],
    ["domain_not_allowed", {}, { domains: ["acme.example"] }],
    ["no_account", {}, { createsUsers: false }],
    ["not_linked", { email: adminEmail }, {}],
  ])("%s: %j with %j", async (reason, claims, change) => {
    await configure(change);
    // Claims that the provider would not pass on are put into the ID token.
    provider.forgery = claims._claim_names ? {} : undefined;
    const account = newAccount(claims);
    await refused(reason, () => signIn(account), account.email ?? null);
  });

  test("of a deactivated user, whose session ends at once", async () => {
    const account = newAccount();
    const browser = await signedIn(account);
    const { id } = await memberOf(account.email);
    expect((await admin.send("PUT", `/api/users/${id}`, { active: false })).status).toBe(200);
    expect((await browser.visitor.send("GET", "/api/auth/user")).status).toBe(401);
    await refused("user_inactive", () => signIn(account), account.email);
  });

  test("that the user cancelled at the provider", () => refused("cancelled", () => signIn(undefined)));

  test.each<[string, Forgery]>([
    ["token_signature", { key: "foreign" }],
    ["token_signature", { key: "secret" }],
    ["token_signature", { key: "none" }],
    ["token_issuer", { claims: { iss: "https://evil.example" } }],
    ["token_audience", { claims: { aud: "another client" } }],
    ["token_audience", { claims: { aud: ["faro", "another client"] } }],
    ["token_audience", { claims: { azp: "another client" } }],
    ["token_nonce", { claims: { nonce: "another nonce" } }],
    ["token_nonce", { without: ["nonce"] }],
    ["token_expired", { claims: { exp: 1_700_000_000 } }],
    ["token_invalid", { without: ["exp"] }],
    ["token_invalid", { without: ["sub"] }],
    ["token_invalid", { claims: { sub: "" } }],
  ])("%s: %j", async (reason, forgery) => {
    provider.forgery = forgery;
    await refused(reason, () => signIn(newAccount()));
  });

  test("with a forged state, a state of another browser, or none", async () => {
    provider.account = newAccount();
    const browser = newBrowser();
    const other = newBrowser();
    const address = await browser.begin();
    await other.begin();
    const forged = new URL(address);
    forged.searchParams.set("state", "x".repeat(43));
    await refused("attempt_unknown", () => other.arrive(address));
    await refused("attempt_unknown", () => newBrowser().arrive(address));
    await refused("attempt_unknown", () => browser.arrive(forged.href));
    // The forged answer used the attempt up.
    await refused("attempt_unknown", () => browser.arrive(address));
    await refused("attempt_unknown", () => newBrowser().arrive(`${faro.url}/sso/callback`));
    await refused("attempt_unknown", () => newBrowser().arrive(`${faro.url}/sso/callback?state=a&state=b`));
  });

  test("with a code that was used before, even with the cookie of its attempt", async () => {
    provider.account = newAccount();
    const browser = newBrowser();
    const address = await browser.begin();
    const cookies = new Map(browser.visitor.cookies);
    expect(await browser.arrive(address)).toBe("/");
    await refused("attempt_unknown", () => browser.arrive(address));
    const thief = newBrowser();
    for (const [name, value] of cookies) thief.visitor.cookies.set(name, value);
    await refused("code_refused", () => thief.arrive(address));
  });

  test("with an attempt that is too old", async () => {
    provider.account = newAccount();
    const browser = newBrowser();
    const address = await browser.begin();
    const { now } = Date;
    Date.now = () => now() + 11 * 60_000;
    try {
      await refused("attempt_unknown", () => browser.arrive(address));
    } finally {
      Date.now = now;
    }
  });

  test("with the issuer of another provider beside the code", async () => {
    provider.account = newAccount();
    const browser = newBrowser();
    const mixed = new URL(await browser.begin());
    mixed.searchParams.set("iss", "https://evil.example");
    await refused("token_issuer", () => browser.arrive(mixed.href));
  });

  test("while the provider is away, and with a wrong client secret", async () => {
    await configure({ clientSecret: "wrong" });
    await refused("client_refused", () => signIn(newAccount()));
    const other = await startTestProvider({ faroUrl: faro.url });
    await configure({ issuer: other.issuer });
    other.account = newAccount();
    const browser = newBrowser();
    const address = await browser.begin();
    await other.stop();
    await refused("provider_unreachable", () => browser.arrive(address));
    const gone = await startTestProvider({ faroUrl: faro.url });
    await gone.stop();
    await configure({ issuer: gone.issuer });
    await refused("provider_unreachable", () => signIn(newAccount()));
  });

  test("while it is switched off", async () => {
    provider.account = newAccount();
    const browser = newBrowser();
    const address = await browser.begin();
    await configure({ enabled: false });
    await refused("off", () => browser.arrive(address));
    await refused("off", () =>
      newBrowser()
        .begin()
        .then((url) => url.slice(faro.url.length)),
    );
  });

  test("after twenty failures from one address", async () => {
    const address = "203.0.113.7";
    for (let tries = 0; tries < 20; tries++)
      expect(await newBrowser(address).arrive(`${faro.url}/sso/callback`)).toBe(failed("attempt_unknown"));
    expect(await signIn(newAccount(), newBrowser(address))).toBe(failed("throttled"));
    await signedIn(newAccount());
  });
});

describe("no address leads away from Faro", () => {
  test.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/%09/evil.example",
    "/..//evil.example",
    "javascript:alert(1)",
  ])("with next=%s", async (next) => {
    const path = `/sso/start?next=${encodeURIComponent(next)}`;
    expect(await signIn(newAccount(), newBrowser(), path)).toMatch(/^\/(?![/\\])/);
    expect(await signIn(undefined, newBrowser(), path)).toMatch(/^\/(?![/\\])/);
    expect(await signIn(undefined, newBrowser(), `${path}&next=${encodeURIComponent(next)}`)).toBe(
      failed("cancelled"),
    );
  });
});

describe("an existing user", () => {
  test("is linked by a verified address where an administrator allowed it", async () => {
    const operator = await faro.signedIn("operator");
    const account = newAccount({ email: operator.email });
    expect(await signIn(account)).toBe(failed("not_linked"));
    await configure({ linksUsers: true });
    expect(await signIn({ ...account, email_verified: false })).toBe(failed("email_unverified"));
    const entries = await newEntries(() => signedIn({ ...account, email: operator.email.toUpperCase() }));
    expect(entries.map(({ kind }) => kind)).toEqual(["user_linked_to_provider", "signed_in_with_provider"]);
    // From now on the account is known by its subject.
    await configure({ linksUsers: false });
    await signedIn(account);
  });

  test("with rights that their short password does not suffice for signs in with the provider only", async () => {
    await configure({ linksUsers: true });
    const viewer = await faro.signedIn("viewer");
    await faro.pool.query("UPDATE users SET long_password = false WHERE email = $1", [viewer.email]);
    const browser = await signedIn(newAccount({ email: viewer.email, groups: ["Admins"] }));
    expect(await userOf(browser)).toMatchObject({ role: "admin", hasPassword: false });
    const login = await faro.visitor().send("POST", "/api/auth/login", { email: viewer.email, password });
    expect(login.status).toBe(401);
  });

  test("who is the last administrator with a password keeps the role", async () => {
    await configure({ linksUsers: true });
    const { rows } = await faro.pool.query(
      "UPDATE users SET active = false WHERE role = 'admin' AND email <> $1 RETURNING id",
      [admin.email],
    );
    const ids = rows.map(({ id }) => id);
    try {
      // An administrator without a password does not count: the provider may be away.
      await signedIn(newAccount({ groups: ["Admins"] }));
      const entries = await newEntries(() => signedIn(newAccount({ email: admin.email })));
      expect(entries.map(({ kind }) => kind)).toContain("last_admin_kept_role");
      const { id } = await memberOf(admin.email);
      expect((await admin.send("PUT", `/api/users/${id}`, { active: false })).body.code).toBe("last_admin");
      expect((await admin.send("PUT", `/api/users/${id}`, { role: "viewer" })).body.code).toBe("last_admin");
    } finally {
      await faro.pool.query("UPDATE users SET active = true WHERE id = ANY($1)", [ids]);
    }
  });
});

const codeAt = (secret: string, timestamp: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
/** Turns the second factor on; a code that is still valid. */
const enrol = async (visitor: Visitor): Promise<string> => {
  const { body } = await visitor.send("POST", "/api/account/second-factor", { password });
  const now = Date.now();
  await visitor.send("POST", "/api/account/second-factor/confirm", { code: codeAt(body.secret, now) });
  return codeAt(body.secret, now + 30_000);
};

describe("the second factor", () => {
  test("of the user is asked for where the provider asked for none", async () => {
    await configure({ linksUsers: true });
    const operator = await faro.signedIn("operator");
    const code = await enrol(operator);
    const account = newAccount({ email: operator.email });
    const browser = newBrowser();
    expect(await signIn(account, browser)).toBe("/?sign-in=code");
    expect((await browser.visitor.send("GET", "/api/auth/user")).status).toBe(401);
    const enter = (given: string, visitor = browser.visitor) =>
      visitor.send("POST", "/api/auth/provider-code", { code: given });
    expect((await enter("000000")).body).toMatchObject({ code: "wrong_code" });
    expect((await enter(code, faro.visitor())).body).toMatchObject({ code: "sign_in_overdue" });
    expect((await enter(code)).body).toMatchObject({ email: operator.email, hasSecondFactor: true });
    expect(await userOf(browser)).toMatchObject({ email: operator.email });
    expect((await enter(code)).body).toMatchObject({ code: "sign_in_overdue" });
    provider.amr = ["pwd", "mfa"];
    await signedIn(account);
  });

  test("that administrators need is the provider's, the user's, or what an administrator states", async () => {
    const account = newAccount({ groups: ["Admins"] });
    await enrol(admin);
    await admin.send("PUT", "/api/settings/security", { adminSecondFactor: true });
    expect(await signIn(account)).toBe(failed("second_factor_missing"));
    expect(await memberOf(account.email)).toBeUndefined();
    provider.amr = ["pwd", "otp"];
    const browser = await signedIn(account);
    expect(await userOf(browser)).toMatchObject({ mustSetUpSecondFactor: false });
    expect((await browser.visitor.send("GET", "/api/users")).status).toBe(200);
    provider.amr = ["pwd"];
    expect(await signIn(account)).toBe(failed("second_factor_missing"));
    await configure({ statesSecondFactor: true });
    await signedIn(account);
  });
});

describe("sign-out", () => {
  test("leads to the provider, which ends its session and comes back", async () => {
    const browser = await signedIn(newAccount());
    const { body } = await browser.visitor.send("POST", "/api/auth/logout");
    const page = new URL(body.url);
    expect(page.origin).toBe(provider.issuer);
    expect(page.searchParams.get("post_logout_redirect_uri")).toBe(`${faro.url}/`);
    expect(page.searchParams.get("id_token_hint")).toMatch(/^ey/);
    expect(await browser.signOutAtProvider(body.url)).toBe(`${faro.url}/`);
    expect((await browser.visitor.send("GET", "/api/auth/user")).status).toBe(401);
    const local = await faro.signedIn("viewer");
    expect((await local.send("POST", "/api/auth/logout")).body).toEqual({ ok: true, url: null });
  });

  test("at the provider ends the session here", async () => {
    const account = newAccount();
    const browser = await signedIn(account);
    const other = await signedIn(account);
    const entries = await newEntries(() =>
      browser.signOutAtProvider(`${provider.issuer}/session/end?client_id=${clientId}`),
    );
    expect(entries).toMatchObject([{ kind: "provider_ended_sessions", email: account.email, count: 1 }]);
    expect((await browser.visitor.send("GET", "/api/auth/user")).status).toBe(401);
    expect((await other.visitor.send("GET", "/api/auth/user")).status).toBe(200);
  });

  test("no table shows the ID token", async () => {
    await signedIn(newAccount());
    const { rows } = await faro.pool.query("SELECT sess::text FROM sessions");
    // The whole shape of a token, as sealed texts hold any three letters by chance.
    expect(JSON.stringify(rows)).not.toMatch(/eyJ[\w-]+\.eyJ[\w-]+\./);
  });

  const event = { "http://schemas.openid.net/event/backchannel-logout": {} };
  const sendLogout = async (claims: Record<string, unknown>, forgery: Forgery = {}) => {
    const now = Math.floor(Date.now() / 1000);
    const token = await provider.signToken(
      { iss: provider.issuer, aud: clientId, iat: now, exp: now + 120, jti: "1", events: event, ...claims },
      forgery,
    );
    return fetch(`${faro.url}/sso/back-channel-logout`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ logout_token: token }).toString(),
    });
  };

  test.each<[string, Record<string, unknown>, Forgery]>([
    ["a foreign signature", {}, { key: "foreign" }],
    ["the client secret as its key", {}, { key: "secret" }],
    ["no signature", {}, { key: "none" }],
    ["another issuer", { iss: "https://evil.example" }, {}],
    ["another audience", { aud: "another client" }, {}],
    ["a nonce, as ID tokens have", { nonce: "n" }, {}],
    ["no event", { events: {} }, {}],
    ["no subject", { sub: undefined }, {}],
    ["no id", { jti: undefined }, {}],
    ["an old date", { iat: 1_700_000_000 }, {}],
    ["no date", { iat: undefined }, {}],
  ])("a logout token with %s ends nothing", async (_title, claims, forgery) => {
    const account = newAccount();
    const browser = await signedIn(account);
    const entries = await newEntries(async () =>
      expect((await sendLogout({ sub: account.sub, ...claims }, forgery)).status).toBe(400),
    );
    expect(entries).toMatchObject([{ kind: "provider_logout_failed" }]);
    expect((await browser.visitor.send("GET", "/api/auth/user")).status).toBe(200);
  });

  test("a logout token of the account ends its sessions, and no later one when it is sent again", async () => {
    const account = newAccount();
    const browsers = [await signedIn(account), await signedIn(account)];
    const stranger = await signedIn(newAccount());
    const answer = await sendLogout({ sub: account.sub });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    for (const { visitor } of browsers)
      expect((await visitor.send("GET", "/api/auth/user")).status).toBe(401);
    expect((await stranger.visitor.send("GET", "/api/auth/user")).status).toBe(200);
    const later = await signedIn(account);
    await sendLogout({ sub: account.sub, iat: Math.floor(Date.now() / 1000) - 120 });
    expect((await later.visitor.send("GET", "/api/auth/user")).status).toBe(200);
  });
});

describe("only single sign-on", () => {
  test("leaves administrators with password and second factor, and needs one", async () => {
    await faro.pool.query("DELETE FROM second_factors");
    expect((await save({ onlySingleSignOn: true })).body).toMatchObject({ code: "no_local_admin" });
    expect((await save({ onlySingleSignOn: true, enabled: false })).status).toBe(400);
    const local = await faro.signedIn("admin");
    const operator = await faro.signedIn("operator");
    const plain = await faro.signedIn("admin");
    const code = await enrol(local);
    await configure({ onlySingleSignOn: true });
    const anonymous = faro.visitor();
    expect((await anonymous.send("GET", "/api/auth/methods")).body).toEqual({
      provider: { name: "Acme" },
      password: false,
    });
    const login = (email: string, more = {}) =>
      faro.visitor().send("POST", "/api/auth/login", { email, password, ...more });
    const entries = await newEntries(async () => {
      for (const { email } of [operator, plain])
        expect(await login(email)).toMatchObject({ status: 403, body: { code: "single_sign_on_only" } });
    });
    expect(entries.map(({ kind }) => kind)).toEqual(Array(2).fill("password_sign_in_refused"));
    // A wrong password says nothing of what is allowed.
    expect((await login(operator.email, { password: "wrong" })).body.code).toBe("wrong_credentials");
    expect((await login(local.email)).body.code).toBe("second_factor_needed");
    expect((await login(local.email, { code })).status).toBe(200);
    // The second factor was removed on the command line: the workspace is not locked.
    await faro.pool.query("DELETE FROM second_factors");
    expect((await login(plain.email)).status).toBe(200);
    expect((await login(operator.email)).status).toBe(403);
  });

  test("closes the links of invitations", async () => {
    const invited = await admin.send("POST", "/api/invitations", { email: "invited@example.com" });
    const token = invited.body.link.split("#")[1];
    await enrol(await faro.signedIn("admin"));
    await configure({ onlySingleSignOn: true });
    const accepted = await faro.visitor().send("POST", "/api/invitations/accept", {
      token,
      firstName: "Ivo",
      password: "a long enough password",
    });
    expect(accepted).toMatchObject({ status: 403, body: { code: "single_sign_on_only" } });
  });
});

describe("the settings", () => {
  test("never show the secret, and store it sealed", async () => {
    const { body } = await admin.send("GET", "/api/single-sign-on");
    expect(body).toMatchObject({
      settings: { clientSecret: `••••••••${clientSecret.slice(-4)}`, groupRoles: settings.groupRoles },
      redirectUri: `${faro.url}/sso/callback`,
      backChannelLogoutUri: `${faro.url}/sso/back-channel-logout`,
    });
    const { rows } = await faro.pool.query(
      "SELECT (SELECT jsonb_agg(p) FROM identity_providers p) AS provider, (SELECT jsonb_agg(a) FROM audit_logs a) AS audit",
    );
    expect(JSON.stringify([body, rows])).not.toContain(clientSecret);
  });

  test("send the secret only to the issuer for which it was saved", async () => {
    const other = await startTestProvider({ faroUrl: faro.url });
    try {
      const { clientSecret: _secret, ...without } = settings;
      const moved = { ...without, issuer: other.issuer };
      const saved = await admin.send("PUT", "/api/single-sign-on", moved);
      expect(saved).toMatchObject({ status: 422, body: { code: "secret_required" } });
      const { issuer, scopes } = moved;
      const tested = await admin.send("POST", "/api/single-sign-on/test", { issuer, clientId, scopes });
      expect(tested).toMatchObject({ status: 422, body: { code: "secret_required" } });
      expect(other.lastTokenRequest).toBeUndefined();
      expect((await admin.send("PUT", "/api/single-sign-on", without)).status).toBe(200);
      await signedIn(newAccount());
    } finally {
      await other.stop();
    }
  });

  test("are changed by administrators only, as the provider decides who is one", async () => {
    const manager = await faro.signedIn("viewer");
    await faro.pool.query(
      `WITH added AS (INSERT INTO own_roles (name, levels) VALUES ('Managers', '{"team": "manage"}') RETURNING id)
       UPDATE users SET role = 'own', role_id = added.id FROM added WHERE email = $1`,
      [manager.email],
    );
    const { issuer, scopes } = settings;
    const refusals = [
      await manager.send("PUT", "/api/single-sign-on", settings),
      await manager.send("POST", "/api/single-sign-on/test", { issuer, clientId, clientSecret, scopes }),
      await manager.send("DELETE", "/api/single-sign-on"),
    ];
    expect(refusals.map(({ body }) => body.code)).toEqual(Array(3).fill("exceeds_own_rights"));
  });

  test("refuse groups twice, roles that do not exist, and an outdated save", async () => {
    const group = { group: "Sales", role: "viewer" };
    expect((await save({ groupRoles: [group, group] })).status).toBe(400);
    const unknown = "01890000-0000-7000-8000-000000000000";
    expect((await save({ groupRoles: [{ group: "Sales", role: unknown }] })).status).toBe(400);
    expect((await save({ defaultRole: unknown })).status).toBe(400);
    expect((await save({ updatedAt: "2026-01-01T00:00:00.000Z" })).body.code).toBe("conflict");
    for (const issuer of [
      "ftp://id.example",
      "https://user@id.example",
      "https://id.example/?a=1",
      "id.example",
    ])
      expect((await save({ issuer })).status).toBe(400);
  });

  test("are forgotten", async () => {
    expect((await admin.send("DELETE", "/api/single-sign-on")).status).toBe(200);
    expect((await admin.send("DELETE", "/api/single-sign-on")).status).toBe(404);
    expect((await admin.send("GET", "/api/single-sign-on")).body.settings).toBeNull();
    expect(await newBrowser().arrive(`${faro.url}/sso/start`)).toBe(failed("off"));
  });
});

describe("the test of a provider", () => {
  const check = async (change: object = {}, visitor = admin) => {
    const { issuer, scopes } = settings;
    const { body } = await visitor.send("POST", "/api/single-sign-on/test", {
      issuer,
      clientId,
      clientSecret,
      scopes,
      ...change,
    });
    return body.steps as { step: string; state: string; message: string }[];
  };
  const states = (steps: { step: string; state: string }[]) =>
    steps.map(({ step, state }) => `${step} ${state}`);

  test("goes through where everything is right", async () => {
    expect(states(await check())).toEqual(["discovery ok", "keys ok", "client ok", "redirect ok"]);
  });

  test("says which step is wrong", async () => {
    const wrongSecret = await check({ clientSecret: "wrong" });
    expect(states(wrongSecret)).toEqual(["discovery ok", "keys ok", "client failed", "redirect ok"]);
    expect(wrongSecret[2]?.message).toBe(
      "The provider refuses the client ID or the client secret (invalid_client).",
    );
    const elsewhere = await startTestProvider({
      faroUrl: faro.url,
      redirectUris: ["http://127.0.0.1:1/other"],
    });
    try {
      const steps = await check({ issuer: elsewhere.issuer });
      expect(states(steps).at(-1)).toBe("redirect failed");
      expect(steps.at(-1)?.message).toContain(`${faro.url}/sso/callback`);
    } finally {
      await elsewhere.stop();
    }
    const scopes = await check({ scopes: "unheard-of" });
    expect(states(scopes)).toContain("redirect ok");
  });

  test.each([
    ["http://10.1.2.3", "FARO_EGRESS_ALLOW"],
    ["http://169.254.169.254", "FARO_EGRESS_ALLOW"],
    ["http://[::ffff:10.0.0.1]", "FARO_EGRESS_ALLOW"],
    ["http://0x0a010203", "FARO_EGRESS_ALLOW"],
    ["https://no-such-host.invalid", "not found"],
  ])("explains why %s cannot be used", async (issuer, text) => {
    const steps = await check({ issuer });
    expect(states(steps)).toEqual(["discovery failed"]);
    expect(steps[0]?.message).toContain(text);
  });

  test("names the issuer that the provider calls itself", async () => {
    const steps = await check({ issuer: provider.issuer.replace("127.0.0.1", "127.0.0.1.") });
    expect(states(steps)).toEqual(["discovery failed"]);
    const [differs] = await check({ issuer: `${provider.issuer}/` });
    expect(differs).toMatchObject({ state: "failed" });
    expect(differs?.message).toContain(`calls itself ${provider.issuer},`);
  });
});

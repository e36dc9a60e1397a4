import { randomBytes } from "node:crypto";
import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type Sandbox, startSandbox } from "#sandbox/sandbox.ts";
import { createTestDatabase } from "../database.ts";
import { type FaroProcess, freePort, startProcess, temporaryDir } from "../process.ts";
import { isClaim, mentioned } from "./kill-send-steps.ts";
import type { Trap } from "./kill-send-trap.ts";
import { type Exchange, startPostgresTap } from "./postgres-proxy.ts";
import { startVendorTap } from "./vendor-proxy.ts";

const admin = { email: "admin@example.com", password: "correct horse battery" };

/** One process of the product behind a tap of its own. */
export type Member = {
  process: FaroProcess;
  port: number;
  /** Whether it may claim what is due; else its claims wait before the database. */
  mayClaim: (may: boolean) => void;
  watch: (trap: Trap) => void;
  kill: () => void;
};

export type House = {
  pool: pg.Pool;
  sandbox: Sandbox;
  control: (order: object) => Promise<void>;
  keeper: Member;
  start: () => Promise<Member>;
  /** To whom vendors' callbacks go. */
  face: (member: Member) => void;
  /** Whose requests to vendors are watched, and by what. */
  watchVendors: (ids: ReadonlySet<string>, trap: Trap | undefined) => void;
  /** From now on remembers what passes; the answer tells every transaction that had to do with these. */
  record: () => (ids: ReadonlySet<string>) => readonly (readonly Exchange[])[];
  stop: () => Promise<void>;
};

/** The product twice on one database, the vendors outside of it, and an ear on every wire between them. */
export const openHouse = async (): Promise<House> => {
  const dir = await temporaryDir();
  const connection = await createTestDatabase();
  const pool = new pg.Pool({ ...connection, max: 3 });
  const sandbox = await startSandbox({ port: 0 });
  let recorded: Set<readonly Exchange[]> | undefined;
  let watched: { ids: ReadonlySet<string>; trap: Trap | undefined } = { ids: new Set(), trap: undefined };
  const vendors = await startVendorTap(sandbox, {
    about: (bytes) => [...watched.ids].find((id) => bytes.includes(id)),
    arrived: (id) => watched.trap?.vendors.arrived(id),
    answered: (id, pass) => watched.trap?.vendors.answered(id, pass),
    ended: (id) => watched.trap?.vendors.ended(id),
  });
  let facing = 0;
  const front = await startFront(() => facing);
  const env = {
    FARO_PUBLIC_URL: `http://127.0.0.1:${front.port}`,
    FARO_SECRET_KEY: randomBytes(32).toString("hex"),
    FARO_ADMIN_EMAIL: admin.email,
    FARO_ADMIN_PASSWORD: admin.password,
    FARO_VENDOR_BASE: vendors.url,
    FARO_EGRESS_ALLOW: "127.0.0.1",
    FARO_SANDBOX: "0",
    FARO_LOG: "fatal",
  };
  const taps: { close: () => Promise<void> }[] = [];
  const members = new Set<Member>();
  const start = async (): Promise<Member> => {
    let turn: PromiseWithResolvers<void> | undefined = Promise.withResolvers<void>();
    let dead = false;
    let trap: Trap | undefined;
    const tap = await startPostgresTap(connection as { host: string; port: number }, {
      before: (exchange, transaction) => {
        if (dead) return new Promise(() => {});
        recorded?.add(transaction);
        if (turn && isClaim(exchange))
          return turn.promise.then(() => trap?.database.before(exchange, transaction));
        return trap?.database.before(exchange, transaction);
      },
      answered: (exchange, transaction, pass) => trap?.database.answered(exchange, transaction, pass),
    });
    taps.push(tap);
    const port = await freePort();
    const { user, database } = connection;
    const address = `postgres://${user}@127.0.0.1:${tap.port}/${database}`;
    const process = await startProcess({
      dataDir: dir.path,
      env: { ...env, PORT: String(port), DATABASE_URL: address },
    });
    if (process.child.exitCode !== null) throw new Error(process.printed());
    const member: Member = {
      process,
      port,
      mayClaim: (may) => {
        if (may) {
          turn?.resolve();
          turn = undefined;
        } else turn ??= Promise.withResolvers<void>();
      },
      watch: (given) => {
        trap = given;
      },
      kill: () => {
        dead = true;
        process.child.kill("SIGKILL");
        members.delete(member);
      },
    };
    members.add(member);
    return member;
  };
  const control = async (order: object): Promise<void> => {
    const { status } = await fetch(`${sandbox.url}/_control`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(order),
    });
    if (status !== 200) throw new Error(`The sandbox does not know ${JSON.stringify(order)}`);
  };
  const keeper = await start();
  facing = keeper.port;
  keeper.mayClaim(true);
  await connectVendors(keeper.process.url, vendors.smtpPort);
  // Until it has heard of them.
  await sleep(1000);
  await control({
    webhooks: { whatsapp: `${env.FARO_PUBLIC_URL}/hooks/vendors/whatsapp-meta` },
    paceMs: [250, 250],
    dripMs: 1200,
    calls: { answering: "auto", silenceMs: 20 },
  });
  return {
    pool,
    sandbox,
    control,
    keeper,
    start,
    face: (member) => {
      facing = member.port;
    },
    watchVendors: (ids, trap) => {
      watched = { ids, trap };
    },
    record: () => {
      const passed = new Set<readonly Exchange[]>();
      recorded = passed;
      return (ids) => {
        recorded = undefined;
        return [...passed].filter((one) => mentioned(one, ids).length > 0);
      };
    },
    stop: async () => {
      await Promise.all([...members].map((member) => member.process.stop("SIGKILL")));
      await Promise.all([...taps.map((tap) => tap.close()), vendors.close(), front.close(), sandbox.stop()]);
      await pool.end();
      await dir.remove();
    },
  };
};

/** One address for whoever is behind it now, as a balancer has. */
const startFront = async (facing: () => number): Promise<{ port: number; close: () => Promise<void> }> => {
  const server = createServer((request, response) => {
    const { method, headers, url } = request;
    const there = forward({ host: "127.0.0.1", port: facing(), path: url, method, headers, agent: false });
    there.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    there.on("error", () => request.socket.destroy());
    request.pipe(there);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};

/** Real accounts, as far as the product knows. */
const connectVendors = async (url: string, smtpPort: number): Promise<void> => {
  const json = { "content-type": "application/json" };
  const signIn = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: json,
    body: JSON.stringify(admin),
  });
  const cookie = signIn.headers.getSetCookie().map((one) => one.split(";")[0]);
  const save = async (service: string, settings: object): Promise<void> => {
    const saved = await fetch(`${url}/api/api-keys/${service}`, {
      method: "POST",
      headers: { ...json, cookie: cookie.join("; ") },
      body: JSON.stringify(settings),
    });
    if (saved.status !== 200) throw new Error(`${service}: ${await saved.text()}`);
  };
  await save("twilio", {
    accountSid: "AC00000000000000000000000000000001",
    authToken: "sandbox",
    fromNumber: "+17875550100",
  });
  await save("whatsapp", {
    apiKey: "sandbox",
    businessNumber: "106540352242922",
    baseUrl: "https://graph.facebook.com/v23.0",
    appSecret: "sandbox",
    verifyToken: "sandbox",
  });
  await save("smtp", {
    host: "127.0.0.1",
    port: smtpPort,
    secure: false,
    user: "sandbox",
    password: "sandbox",
    fromAddress: "hello@company.example",
    fromName: "Faro",
    postalAddress: "123 Calle San Francisco, San Juan, PR 00901",
  });
};

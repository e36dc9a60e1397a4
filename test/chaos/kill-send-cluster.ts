import { randomBytes } from "node:crypto";
import { createServer, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { type Sandbox, startSandbox } from "#sandbox/sandbox.ts";
import { createTestDatabase } from "../database.ts";
import { type FaroProcess, freePort, startProcess, temporaryDir } from "../process.ts";
import { findMentionedIds, isClaim, isDueCheck } from "./kill-send-steps.ts";
import type { Trap } from "./kill-send-trap.ts";
import { type Exchange, startPostgresProxy } from "./postgres-proxy.ts";
import { startVendorProxy } from "./vendor-proxy.ts";

const admin = { email: "admin@example.com", password: "correct horse battery" };

/** One process of the product with its own database proxy. */
export type ClusterProcess = {
  process: FaroProcess;
  port: number;
  /**
   * While claims are not allowed, the proxy blocks them before the database, and already the question whether something is
   * due: a claim that is blocked for long is given back unsent.
   */
  allowClaims: (isAllowed: boolean) => void;
  setTrap: (trap: Trap) => void;
  kill: () => void;
};

export type Cluster = {
  pool: pg.Pool;
  sandbox: Sandbox;
  control: (settings: object) => Promise<void>;
  /** The process that is never killed and finishes the work of the killed ones. */
  survivor: ClusterProcess;
  start: () => Promise<ClusterProcess>;
  routeCallbacksTo: (target: ClusterProcess) => void;
  /** Reports the vendor calls of these actions to the trap. */
  observeVendors: (ids: ReadonlySet<string>, trap: Trap | undefined) => void;
  /** Starts recording; the returned function stops it and returns the transactions that mention one of the ids. */
  record: () => (ids: ReadonlySet<string>) => readonly (readonly Exchange[])[];
  stop: () => Promise<void>;
};

/** Starts processes of the product on one database, with proxies between them, the database and the simulators. */
export const startCluster = async (): Promise<Cluster> => {
  const dir = await temporaryDir();
  const connection = await createTestDatabase();
  const pool = new pg.Pool({ ...connection, max: 3 });
  const sandbox = await startSandbox({ port: 0 });
  let recorded: Set<readonly Exchange[]> | undefined;
  let observed: { ids: ReadonlySet<string>; trap: Trap | undefined } = { ids: new Set(), trap: undefined };
  const vendors = await startVendorProxy(sandbox, {
    findActionId: (bytes) => [...observed.ids].find((id) => bytes.includes(id)),
    arrived: (id) => observed.trap?.vendors.arrived(id),
    answered: (id, passAnswer) => observed.trap?.vendors.answered(id, passAnswer),
    ended: (id) => observed.trap?.vendors.ended(id),
  });
  let callbackPort = 0;
  const balancer = await startBalancer(() => callbackPort);
  const env = {
    FARO_PUBLIC_URL: `http://127.0.0.1:${balancer.port}`,
    FARO_SECRET_KEY: randomBytes(32).toString("hex"),
    FARO_ADMIN_EMAIL: admin.email,
    FARO_ADMIN_PASSWORD: admin.password,
    FARO_VENDOR_BASE: vendors.url,
    FARO_EGRESS_ALLOW: "127.0.0.1",
    FARO_SANDBOX: "0",
    FARO_LOG: "fatal",
  };
  const proxies: { close: () => Promise<void> }[] = [];
  const running = new Set<ClusterProcess>();
  const start = async (): Promise<ClusterProcess> => {
    let claimsAllowed: PromiseWithResolvers<void> | undefined = Promise.withResolvers<void>();
    let isKilled = false;
    let trap: Trap | undefined;
    const proxy = await startPostgresProxy(connection as { host: string; port: number }, {
      before: (exchange, transaction) => {
        if (isKilled) return new Promise(() => {});
        recorded?.add(transaction);
        if (claimsAllowed && (isDueCheck(exchange) || isClaim(exchange)))
          return claimsAllowed.promise.then(() => trap?.database.before(exchange, transaction));
        return trap?.database.before(exchange, transaction);
      },
      answered: (exchange, transaction, passAnswer) =>
        trap?.database.answered(exchange, transaction, passAnswer),
    });
    proxies.push(proxy);
    const port = await freePort();
    const { user, database } = connection;
    const databaseUrl = `postgres://${user}@127.0.0.1:${proxy.port}/${database}`;
    const process = await startProcess({
      dataDir: dir.path,
      env: { ...env, PORT: String(port), DATABASE_URL: databaseUrl },
    });
    if (process.child.exitCode !== null) throw new Error(process.printed());
    const clusterProcess: ClusterProcess = {
      process,
      port,
      allowClaims: (isAllowed) => {
        if (isAllowed) {
          claimsAllowed?.resolve();
          claimsAllowed = undefined;
        } else claimsAllowed ??= Promise.withResolvers<void>();
      },
      setTrap: (newTrap) => {
        trap = newTrap;
      },
      kill: () => {
        isKilled = true;
        process.child.kill("SIGKILL");
        running.delete(clusterProcess);
      },
    };
    running.add(clusterProcess);
    return clusterProcess;
  };
  const control = async (settings: object): Promise<void> => {
    const { status } = await fetch(`${sandbox.url}/_control`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(settings),
    });
    if (status !== 200) throw new Error(`The sandbox rejects ${JSON.stringify(settings)}`);
  };
  const survivor = await start();
  callbackPort = survivor.port;
  survivor.allowClaims(true);
  await connectVendors(survivor.process.url, vendors.smtpPort);
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
    survivor,
    start,
    routeCallbacksTo: (target) => {
      callbackPort = target.port;
    },
    observeVendors: (ids, trap) => {
      observed = { ids, trap };
    },
    record: () => {
      const transactions = new Set<readonly Exchange[]>();
      recorded = transactions;
      return (ids) => {
        recorded = undefined;
        return [...transactions].filter((transaction) => findMentionedIds(transaction, ids).length > 0);
      };
    },
    stop: async () => {
      await Promise.all([...running].map(({ process }) => process.stop("SIGKILL")));
      await Promise.all([
        ...proxies.map((proxy) => proxy.close()),
        vendors.close(),
        balancer.close(),
        sandbox.stop(),
      ]);
      await pool.end();
      await dir.remove();
    },
  };
};

/** One public address that forwards to the current target, like a load balancer. */
const startBalancer = async (
  targetPort: () => number,
): Promise<{ port: number; close: () => Promise<void> }> => {
  const server = createServer((request, response) => {
    const { method, headers, url } = request;
    const forwarded = sendRequest({
      host: "127.0.0.1",
      port: targetPort(),
      path: url,
      method,
      headers,
      agent: false,
    });
    forwarded.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    forwarded.on("error", () => request.socket.destroy());
    request.pipe(forwarded);
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

/** Saves credentials, so that the product treats the simulators as live accounts. */
const connectVendors = async (url: string, smtpPort: number): Promise<void> => {
  const json = { "content-type": "application/json" };
  const signIn = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: json,
    body: JSON.stringify(admin),
  });
  const cookie = signIn.headers.getSetCookie().map((header) => header.split(";")[0]);
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

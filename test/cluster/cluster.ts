import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, project } from "../process.ts";

/** Three etcd, three PostgreSQL under Patroni and one HAProxy on this machine, from Debian's packages. */
export type Cluster = {
  databaseUrl: string;
  webUrl: string;
  webPorts: number[];
  leader: () => Promise<string>;
  /** The Patroni of this node and its PostgreSQL. */
  signalNode: (name: string, signal: NodeJS.Signals) => void;
  restartNode: (name: string) => Promise<void>;
  switchOver: (from: string) => Promise<void>;
  stop: () => Promise<void>;
};

const host = "127.0.0.1";
const password = "a-password-for-the-trial";
const binDir = process.env.FARO_POSTGRES_BIN ?? "/usr/lib/postgresql/15/bin";
const waitMs = 180_000;

/** PostgreSQL refuses to run as root, so the nodes of a trial by root belong to Debian's user. */
const user =
  process.getuid?.() === 0
    ? {
        uid: Number(execFileSync("id", ["-u", "postgres"])),
        gid: Number(execFileSync("id", ["-g", "postgres"])),
      }
    : undefined;

type Node = {
  name: string;
  restPort: number;
  postgresPort: number;
  config: string;
  log: string;
  dataDir: string;
};

const fill = (template: string, values: Record<string, string | number>): string =>
  readFileSync(join(project, "deploy/patroni", template), "utf8").replaceAll(/\{\{(\w+)\}\}/g, (_, key) =>
    String(values[key] ?? ""),
  );

const ports = (count: number): Promise<number[]> => Promise.all(Array.from({ length: count }, freePort));

export const waitFor = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
  for (const deadline = Date.now() + waitMs; Date.now() < deadline; await sleep(100))
    if (await isSo().catch(() => false)) return;
  throw new Error(`This never happened: ${what}`);
};

const isOk = async (url: string): Promise<boolean> =>
  (await fetch(url, { signal: AbortSignal.timeout(2_000) })).status === 200;

export const startCluster = async (folder: string, webCount: number): Promise<Cluster> => {
  const children = new Map<string, ChildProcess>();
  const run = (name: string, command: string, args: string[], env: Record<string, string> = {}): void => {
    const log = openSync(join(folder, `${name}.log`), "a");
    const child = spawn(command, args, {
      stdio: ["ignore", log, log],
      env: { ...process.env, ...env },
      ...user,
    });
    child.once("error", (error) => {
      process.stderr.write(`${command} does not start (${error.message}); deploy/patroni.md names the packages.
`);
      process.exit(1);
    });
    children.set(name, child);
  };
  const own = (path: string): void => {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (user) chownSync(path, user.uid, user.gid);
  };

  const etcdPorts = await ports(3);
  const peerPorts = await ports(3);
  const members = peerPorts.map((port, n) => `etcd${n}=http://${host}:${port}`).join(",");
  for (const [n, port] of etcdPorts.entries()) {
    const dataDir = join(folder, `etcd${n}`);
    own(dataDir);
    run(`etcd${n}`, "etcd", [
      ...["--name", `etcd${n}`, "--data-dir", dataDir, "--initial-cluster", members],
      ...[
        "--listen-client-urls",
        `http://${host}:${port}`,
        "--advertise-client-urls",
        `http://${host}:${port}`,
      ],
      ...["--listen-peer-urls", `http://${host}:${peerPorts[n]}`],
      ...["--initial-advertise-peer-urls", `http://${host}:${peerPorts[n]}`],
      // Three on one disk write slowly.
      ...["--heartbeat-interval", "500", "--election-timeout", "5000"],
    ]);
  }
  for (const port of etcdPorts) await waitFor("etcd is healthy", () => isOk(`http://${host}:${port}/health`));

  const nodes: Node[] = [];
  for (let n = 1; n <= 3; n++) {
    const [restPort = 0, postgresPort = 0] = await ports(2);
    const home = join(folder, `node${n}`);
    own(home);
    const name = `n${n}`;
    const node = { name, restPort, postgresPort, config: join(home, "patroni.yml"), log: name };
    const dataDir = join(home, "data");
    const values = { ...{ ...node, host, password, binDir, dataDir }, socketDir: home };
    const etcdHosts = etcdPorts.map((port) => `${host}:${port}`).join(",");
    writeFileSync(node.config, fill("node.yml.template", { ...values, etcdHosts }), { mode: 0o644 });
    nodes.push({ ...node, dataDir });
  }
  const startNode = ({ name, config }: Node): void => run(name, "patroni", [config]);
  for (const node of nodes) {
    startNode(node);
    if (node === nodes[0])
      await waitFor("the first node leads", () => isOk(`http://${host}:${node.restPort}/primary`));
  }
  for (const { restPort } of nodes.slice(1))
    await waitFor("a node follows", () => isOk(`http://${host}:${restPort}/replica`));

  const [databasePort = 0, webPort = 0, ...webPorts] = await ports(2 + webCount);
  const haproxy = join(folder, "haproxy.cfg");
  writeFileSync(
    haproxy,
    fill("haproxy.cfg", {
      ...{ host, databasePort, webPort },
      nodes: nodes
        .map(
          ({ name, postgresPort, restPort }) =>
            `  server ${name} ${host}:${postgresPort} check port ${restPort}`,
        )
        .join("\n"),
      webs: webPorts.map((port, n) => `  server web${n} ${host}:${port} check`).join("\n"),
    }),
  );
  run("haproxy", "haproxy", ["-db", "-f", haproxy]);

  const find = (name: string): Node => nodes.find((node) => node.name === name) as Node;
  const leader = async (): Promise<string> => {
    let name = "";
    await waitFor("there is a leader", async () => {
      for (const node of nodes)
        if (await isOk(`http://${host}:${node.restPort}/primary`).catch(() => false)) name = node.name;
      return name !== "";
    });
    return name;
  };
  const postmaster = ({ dataDir }: Node): number =>
    Number(readFileSync(join(dataDir, "postmaster.pid"), "utf8").split("\n")[0]);

  /** Patroni stops its PostgreSQL, unless it was ended itself. */
  const quit = (node: Node): void => {
    try {
      process.kill(postmaster(node), "SIGQUIT");
    } catch {
      // There is none any more.
    }
  };
  const end = async (name: string, signal: NodeJS.Signals): Promise<void> => {
    const child = children.get(name);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await Promise.race([exited, sleep(20_000)]);
    child.kill("SIGKILL");
  };
  return {
    databaseUrl: `postgres://postgres:${password}@${host}:${databasePort}/postgres`,
    webUrl: `http://${host}:${webPort}`,
    webPorts,
    leader,
    signalNode: (name, signal) => {
      const pid = postmaster(find(name));
      children.get(name)?.kill(signal);
      process.kill(pid, signal);
    },
    restartNode: async (name) => {
      await end(name, "SIGKILL");
      startNode(find(name));
      await waitFor(`${name} follows`, () => isOk(`http://${host}:${find(name).restPort}/replica`));
    },
    switchOver: (from) =>
      // Patroni refuses it until another node is synchronous again.
      waitFor("Patroni switches over", async () => {
        const answer = await fetch(`http://${host}:${find(from).restPort}/switchover`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ leader: from }),
        });
        return answer.ok;
      }),
    stop: async () => {
      await end("haproxy", "SIGTERM");
      await Promise.all(nodes.map(({ name }) => end(name, "SIGTERM")));
      for (const node of nodes) quit(node);
      await Promise.all(etcdPorts.map((_, n) => end(`etcd${n}`, "SIGTERM")));
    },
  };
};

/** What every process of a chaos run is told. */
export type Setup = {
  seed: number;
  seconds: number;
  folder: string;
  dataDir: string;
  /** The product behind the proxy. */
  url: string;
  hookPath: string;
  token: string;
  simulatorUrl: string;
  secretKey: string;
  connection: { host: string; port: number; user: string; database: string };
  people: { id: string; phone: string }[];
  canFillDisk: boolean;
};

export const products = ["web-1", "web-2", "worker-1", "worker-2"] as const;
export type ProductName = (typeof products)[number];
export const proxyLines = ["database", "front"] as const;
export type ProxyLine = (typeof proxyLines)[number];
/** `cut` ends the open connections once; `hanging` keeps back what is sent until the line is open again. */
export type LineState = "open" | "slow" | "hanging" | "cut";
export type DatabaseState = "killed" | "stopped" | "running" | "full" | "freed";

/** What the killer asks of the process that started all others. */
export type Order =
  | { to: "product"; name: ProductName; signal: "SIGKILL" | "SIGSTOP" | "SIGCONT"; clockHours?: number }
  | { to: "database"; state: DatabaseState }
  | { to: "proxy"; line: ProxyLine; state: LineState }
  | { to: "vendor"; settings: object };

/** The lines of the loader's log. Each is on disk before the loader goes on. */
export type LoadLine =
  | { kind: "event"; key: string; state: "sent" }
  | { kind: "event"; key: string; state: "acknowledged"; id: string }
  | { kind: "message"; key: string; phone: string; state: "sent" }
  | { kind: "message"; key: string; phone: string; state: "acknowledged"; id: string }
  | { kind: "opt-out"; personId: string; phone: string; state: "sent" }
  | { kind: "opt-out"; personId: string; phone: string; state: "acknowledged"; at: number }
  | { kind: "broadcast"; state: "started"; id: string };

export const logNames = { load: "load.jsonl", ledger: "ledger.jsonl", faults: "faults.jsonl" } as const;

import { type Order, type ProductName, products } from "./protocol.ts";
import type { Random } from "./random.ts";

export const faultKinds = [
  "kill web",
  "kill worker",
  "kill everything",
  "stop web",
  "stop worker",
  "kill PostgreSQL",
  "stop PostgreSQL",
  "cut database",
  "slow database",
  "hanging database",
  "cut clients",
  "vendor faults",
  "clock",
  "full disk",
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** One fault: what is done, for how long it lasts, and what ends it. */
export type Fault = { kind: FaultKind; begin: Order[]; forMs: number; end: Order[] };

const webs: ProductName[] = ["web-1", "web-2"];
const workers: ProductName[] = ["worker-1", "worker-2"];

const kill = (name: ProductName, clockHours = 0): Order => ({
  to: "product",
  name,
  signal: "SIGKILL",
  clockHours,
});
const signal = (name: ProductName, which: "SIGSTOP" | "SIGCONT"): Order => ({
  to: "product",
  name,
  signal: which,
});
const proxy = (line: "database" | "front", state: "open" | "slow" | "hanging" | "cut"): Order => ({
  to: "proxy",
  line,
  state,
});

/** What the simulator of the vendor does wrong; the rest of the sends goes well. */
const vendorMixes = [
  { "accept-cut": 0.2, "accept-500": 0.1, "refuse-500": 0.2 },
  { "accept-hang": 0.1, "refuse-hang": 0.1, "accept-drip": 0.1 },
  { "duplicate-callbacks": 0.4, "reordered-callbacks": 0.4 },
  { "early-callback": 0.3, "stray-callback": 0.2, "forged-callback": 0.2 },
  { "refuse-429": 0.5 },
];

/** Longer than the lease of a send (20 s) once in four times. */
const stopMs = (random: Random): number =>
  random.next() < 0.25 ? 21_000 + random.below(4_000) : 500 + random.below(6_000);

const make: Record<FaultKind, (random: Random) => Omit<Fault, "kind">> = {
  "kill web": (random) => ({ begin: [kill(random.pick(webs))], forMs: random.below(500), end: [] }),
  "kill worker": (random) => ({ begin: [kill(random.pick(workers))], forMs: random.below(500), end: [] }),
  "kill everything": (random) => ({
    begin: [...products.map((name) => kill(name)), { to: "database", state: "killed" }],
    forMs: random.below(2_000),
    end: [],
  }),
  "stop web": (random) => {
    const name = random.pick(webs);
    return { begin: [signal(name, "SIGSTOP")], forMs: stopMs(random), end: [signal(name, "SIGCONT")] };
  },
  "stop worker": (random) => {
    const name = random.pick(workers);
    return { begin: [signal(name, "SIGSTOP")], forMs: stopMs(random), end: [signal(name, "SIGCONT")] };
  },
  "kill PostgreSQL": (random) => ({
    begin: [{ to: "database", state: "killed" }],
    forMs: random.below(2_000),
    end: [],
  }),
  "stop PostgreSQL": (random) => ({
    begin: [{ to: "database", state: "stopped" }],
    forMs: 500 + random.below(7_000),
    end: [{ to: "database", state: "running" }],
  }),
  "cut database": (random) => ({
    begin: [proxy("database", "cut")],
    forMs: random.below(500),
    end: [proxy("database", "open")],
  }),
  "slow database": (random) => ({
    begin: [proxy("database", "slow")],
    forMs: 1_000 + random.below(4_000),
    end: [proxy("database", "open")],
  }),
  "hanging database": (random) => ({
    begin: [proxy("database", "hanging")],
    forMs: 1_000 + random.below(5_000),
    end: [proxy("database", "cut"), proxy("database", "open")],
  }),
  "cut clients": (random) => ({
    begin: [proxy("front", "cut")],
    forMs: random.below(300),
    end: [proxy("front", "open")],
  }),
  "vendor faults": (random) => ({
    begin: [{ to: "vendor", settings: { vendor: "twilio", mix: random.pick(vendorMixes) } }],
    forMs: 3_000 + random.below(5_000),
    end: [{ to: "vendor", settings: { reset: true } }],
  }),
  clock: (random) => {
    const name = random.pick(products);
    const hours = random.pick([3, -3]);
    return { begin: [kill(name, hours)], forMs: 5_000 + random.below(5_000), end: [kill(name)] };
  },
  "full disk": (random) => ({
    begin: [{ to: "database", state: "full" }],
    forMs: 1_000 + random.below(3_000),
    end: [{ to: "database", state: "freed" }],
  }),
};

/** Faults for ever, each kind once before one comes again. */
export function* planFaults(random: Random, kinds: readonly FaultKind[]): Generator<Fault> {
  for (;;) for (const kind of random.shuffle(kinds)) yield { kind, ...make[kind](random) };
}

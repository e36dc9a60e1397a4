import { BlockList, isIPv6 } from "node:net";
import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { HealthReader } from "#server/api/health-reader.ts";
import { Problem } from "#server/api/problem.ts";
import { timingSafeEqualText } from "#server/constant-time.ts";
import type { Database } from "#server/db/database.ts";
import type { Log } from "#server/log.ts";
import { registerHealthGauges } from "./health-gauges.ts";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

export type Metrics = {
  request: (method: string, route: string, status: number, seconds: number) => void;
  job: (name: string, ok: number, failed: number, seconds: number) => void;
  mount: (server: FastifyInstance, token: string | undefined) => void;
};

export const createMetrics = (database: Database, health: HealthReader, log: Log): Metrics => {
  const registers = [new Registry()];
  const [register] = registers as [Registry];
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: "faro_http_request_seconds",
    help: "Time to answer",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers,
  });
  const jobs = new Counter({
    name: "faro_jobs_total",
    help: "Jobs done",
    labelNames: ["job", "result"],
    registers,
  });
  const jobTime = new Histogram({
    name: "faro_job_batch_seconds",
    help: "Time of a batch",
    labelNames: ["job"],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers,
  });
  new Gauge({
    name: "faro_database_connections",
    help: "Connections of the pool",
    labelNames: ["state"],
    registers,
    collect() {
      this.set({ state: "open" }, database.pool.totalCount);
      this.set({ state: "idle" }, database.pool.idleCount);
      this.set({ state: "waited_for" }, database.pool.waitingCount);
    },
  });
  const readHealth = registerHealthGauges(registers, health, log);
  const histograms = new Map<string, { observe: (seconds: number) => void }>();
  /** Cached, because looking up a labelled histogram costs more than the observation. */
  const histogramFor = (method: string, route: string, status: number) => {
    const key = `${method} ${route} ${status}`;
    const histogram = histograms.get(key) ?? requests.labels({ method, route, status });
    histograms.set(key, histogram);
    return histogram;
  };
  return {
    request: (method, route, status, seconds) => histogramFor(method, route, status).observe(seconds),
    job: (job, ok, failed, seconds) => {
      if (ok > 0) jobs.inc({ job, result: "ok" }, ok);
      if (failed > 0) jobs.inc({ job, result: "failed" }, failed);
      jobTime.observe({ job }, seconds);
    },
    mount: (server, token) => {
      server.get("/metrics", async (request, reply) => {
        // The address of the socket, because forwarding headers can be forged.
        const peer = request.socket.remoteAddress ?? "";
        const forwarded = request.headers["x-forwarded-for"] ?? request.headers.forwarded;
        const allowed =
          (forwarded === undefined && loopback.check(peer, isIPv6(peer) ? "ipv6" : "ipv4")) ||
          (token !== undefined &&
            timingSafeEqualText(request.headers.authorization ?? "", `Bearer ${token}`));
        if (!allowed) throw new Problem("not_found");
        await readHealth();
        return reply.type(register.contentType).send(await register.metrics());
      });
    },
  };
};

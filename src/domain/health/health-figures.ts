import type { WebhookDeliveryState } from "#domain/webhooks/subscription.ts";

/** Work that waits. Counting stops at `maxCounted`. */
export type Backlog = { count: number; oldestSeconds: number | null };

/** So that a figure costs the same with a thousand waiting rows and with a million. */
export const maxCounted = 10_000;

export type AiCost = { vendor: string; spentThisMonth: number; monthlyBudget: number | null };
export type SyncFigures = {
  service: string;
  state: string;
  /** Since the last complete run; null where it does not follow changes. */
  lagSeconds: number | null;
};

/** What an operator of the whole installation wants to know at one moment. */
export type HealthFigures = {
  unreadEvents: Backlog;
  reactions: Backlog;
  dueActions: Backlog;
  /** Created within the last day. */
  actions: { channel: string; status: string; count: number }[];
  /** Jobs of the last day, and all events that nobody has settled. */
  deadLetters: { jobs: number; events: number };
  unknownSends: Backlog;
  webhooks: {
    subscriptions: number;
    paused: number;
    deliveries: Record<Exclude<WebhookDeliveryState, "delivered">, number>;
    /** The age of the oldest event that waits. */
    lagSeconds: number | null;
  };
  syncs: SyncFigures[];
  /** Within the last hour. */
  aiCalls: { vendor: string; outcome: string; count: number }[];
  aiCosts: AiCost[];
  /** Answers of the last hour, and how long 95 % of them took until the first words were sent. */
  voice: { running: number; answers: number; p95Ms: number | null };
  /** Within the window of the sign-in throttle. */
  signInFailures: number;
  /** The last complete verification; null before the first. */
  audit: { verifiedSecondsAgo: number; ok: boolean } | null;
  backups: {
    isScheduled: boolean;
    /** Since the schedule was saved. */
    scheduledSecondsAgo: number;
    /** Since the newest one that was restored as a test; null before the first. */
    verifiedSecondsAgo: number | null;
    /** Since the newest one that was stored, verified or not. */
    storedSecondsAgo: number | null;
    failedSecondsAgo: number | null;
  };
  database: {
    sizeBytes: number;
    connections: number;
    maxConnections: number;
    isReadOnly: boolean;
    /** By how much the clock of the database is ahead of this machine's. */
    clockAheadSeconds: number;
    replicas: { name: string; lagSeconds: number }[];
  };
  /** Of the data directory; the database of DATABASE_URL may be on another disk. */
  disk: { freeBytes: number; sizeBytes: number };
};

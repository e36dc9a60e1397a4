import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#server/clock.ts";
import type { Messenger } from "#server/connectors/messaging/messenger.ts";
import { twilio } from "#server/connectors/twilio.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { createLog } from "#server/log.ts";
import type { DeliveryContext } from "#server/pipeline/deliver/claim.ts";
import { startDispatcher } from "#server/pipeline/deliver/dispatcher.ts";
import { optOutAddresses } from "#server/pipeline/deliver/opt-out.ts";
import { saveContactPolicy } from "#server/store/compliance/contact-policy.ts";
import { readContactRules } from "#server/store/compliance/contact-rules.ts";
import { createWrite } from "#server/store/write.ts";
import { noTracing } from "#server/tracing.ts";
import { createTestDatabase } from "../database.ts";
import { isDeep } from "../deep.ts";
import { everyChannelLive } from "../fixtures/connected-channels.ts";

let database: Database;
beforeAll(async () => {
  database = openDatabase(await createTestDatabase(), () => {});
});
afterAll(() => database.close());

const rounds = isDeep ? 250 : 12;
const peoplePerRound = 40;
/** The same seed gives the same delays. */
let seed = Number(process.env.FARO_SEED ?? 20_261_115);
const random = (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

test(`no message takes effect after its recipient's opt-out was committed, in ${rounds * peoplePerRound} races`, async () => {
  const write = createWrite(database.db, { insert: async () => {} });
  // On a holiday the messages would wait.
  const policy = { answerInQuietHours: false, sendOnHolidays: true };
  await database.db.transaction((tx) => saveContactPolicy(tx, policy));
  const hash = (address: string) => Buffer.from(address.padEnd(32, "0").slice(0, 32));
  /** When the vendor accepted a message, by address. */
  const effects = new Map<string, number>();
  const messenger: Messenger = {
    id: "test",
    connector: twilio,
    channels: ["email"],
    idempotency: "none",
    perSecond: () => 1000,
    send: async () => ({ kind: "accepted", providerId: "", status: "sent", price: null }),
    verifyCallback: () => false,
    parseCallback: () => [],
  };
  const contactRules = readContactRules(database.db, new Date().getUTCFullYear());
  const delivering: DeliveryContext = {
    write,
    clock: systemClock,
    hash,
    contactRules: async () => ({ ...(await contactRules), connections: everyChannelLive }),
    simulation: async () => ({ isDemo: true, allowsTestSends: false }),
    messengersFor: async () => [
      {
        messenger,
        isSimulated: true,
        perSecond: null,
        send: async ({ message: { to, actionId } }) => {
          await sleep(random() * 6);
          effects.set(to, performance.now());
          await sleep(random() * 3);
          return { kind: "accepted", providerId: actionId, status: "sent", price: null };
        },
      },
    ],
    business: async () => ({ values: {}, language: "en", timezone: "UTC" }),
    callbackUrl: () => null,
    unsubscribeUrl: () => null,
    confirmUrl: () => null,
    returnAddress: () => null,
    maxCallSeconds: async () => 600,
    personFields: async () => [],
    readFile: async () => Buffer.alloc(0),
    fileUrl: () => null,
    imageUrl: () => null,
    shortLink: () => null,
  };
  const dispatcher = startDispatcher({
    nextDue: async () => 0,
    ...delivering,
    lookUp: async () => ({ kind: "unknown" }),
    log: createLog("silent"),
    tracing: noTracing,
  });
  let sentFirst = 0;
  let blockedFirst = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      const people = Array.from({ length: peoplePerRound }, (_, n) => ({
        id: newId(),
        email: `r${round}n${n}@example.com`,
      }));
      await database.pool.query(
        "INSERT INTO people (id, email) SELECT id, email FROM jsonb_to_recordset($1::jsonb) AS row (id uuid, email text)",
        [JSON.stringify(people)],
      );
      await database.pool.query(
        `INSERT INTO consent_records (person_id, channel, state, method, proof)
         SELECT id, 'email', 'granted', 'form', '{}' FROM jsonb_to_recordset($1::jsonb) AS row (id uuid)`,
        [JSON.stringify(people)],
      );
      await database.pool.query(
        `INSERT INTO actions (person_id, type, config) SELECT id, 'email', '{"text":"hi"}'
           FROM jsonb_to_recordset($1::jsonb) AS row (id uuid)`,
        [JSON.stringify(people)],
      );
      dispatcher.wake();
      const optOuts = people.map(async ({ email }) => {
        await sleep(random() * 25);
        await optOutAddresses(write, hash, {
          addresses: [email],
          source: "reply",
          reason: null,
          causedBy: null,
        });
        return { email, at: performance.now() };
      });
      const optedOut = await Promise.all(optOuts);
      await expect
        .poll(
          async () =>
            (
              await database.pool.query(
                "SELECT count(*)::int AS n FROM actions WHERE status IN ('pending', 'held', 'dispatching')",
              )
            ).rows[0].n,
          { timeout: 60_000, interval: 20 },
        )
        .toBe(0);
      const late = optedOut.filter(({ email, at }) => (effects.get(email) ?? 0) > at);
      expect(late).toEqual([]);
      const sent = optedOut.filter(({ email }) => effects.has(email)).length;
      sentFirst += sent;
      blockedFirst += peoplePerRound - sent;
    }
  } finally {
    await dispatcher.stop();
  }
  const { rows } = await database.pool.query(
    "SELECT status, count(*)::int AS n FROM actions GROUP BY 1 ORDER BY 1",
  );
  process.stdout.write(
    `${sentFirst} sent before the opt-out, ${blockedFirst} blocked ${JSON.stringify(rows)}\n`,
  );
  // Both outcomes must be frequent, otherwise there was no race.
  expect(Math.min(sentFirst, blockedFirst)).toBeGreaterThan(rounds);
}, 300_000);

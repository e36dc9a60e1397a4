import type { Database } from "#server/db/database.ts";
import { createRandom } from "#server/demo/random.ts";
import { campaigns, formWords, paths, replyWords, visitTimes } from "#server/demo/texts.ts";
import type { LiveUpdates } from "#server/live/live-updates.ts";
import type { Log } from "#server/log.ts";
import { attendCall } from "./attend-call.ts";
import { findLivePerson, findLiveTokens, type LivePerson } from "./find-recipients.ts";
import { sendLocally } from "./send-locally.ts";

type ActivityServices = {
  /** The product's own address. */
  url: string;
  sandboxUrl: string;
  database: Pick<Database, "pool">;
  live: Pick<LiveUpdates, "viewers">;
  simulation: () => Promise<{ isDemo: boolean }>;
  log: Log;
  /** Between two happenings; shorter in tests. */
  pauseMs?: { least: number; most: number };
};

const defaultPause = { least: 20_000, most: 60_000 };
const maxPerDay = 300;
const dayMs = 86_400_000;

/** What happens, and how often in comparison. */
const kinds = [
  ["visit", 5],
  ["click", 3],
  ["return", 4],
  ["form", 3],
  ["quote", 2],
  ["booking", 2],
  ["reply", 4],
  ["call", 2],
] as const;
type Kind = (typeof kinds)[number][0];

const courses = ["interested", "asks_for_person", "interested", "later"] as const;

/**
 * While a browser shows the demo, something happens in it now and then: events come in by the product's own webhooks,
 * and people answer at the simulator's phone. Everything else is the product's work. It stops when nobody looks.
 */
export const startDemoActivity = ({
  url,
  sandboxUrl,
  database: { pool },
  live,
  simulation,
  log,
  pauseMs = defaultPause,
}: ActivityServices): { stop: () => Promise<void> } => {
  const stopping = new AbortController();
  const phone = `${sandboxUrl.replace(/\/$/, "")}/sandbox/api/phone`;
  let timer: NodeJS.Timeout | undefined;
  let day = 0;
  let played = 0;
  let calling = false;
  let running: Promise<void> = Promise.resolve();
  let random = createRandom(0);

  const post = async (endpoint: string, payload: object): Promise<void> => {
    const token = (await findLiveTokens(pool)).get(endpoint);
    if (token) await sendLocally("POST", `${url.replace(/\/$/, "")}/hooks/${token}`, payload);
  };
  const contactOf = ({ firstName, lastName, email, phone: number }: LivePerson) => ({
    first_name: firstName,
    last_name: lastName,
    ...{ email, phone: number },
  });
  const hasWritten = async ({ id }: LivePerson, text: string): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `SELECT FROM timeline WHERE person_id = $1 AND description = $2
       UNION ALL SELECT FROM messages WHERE person_id = $1 AND direction = 'in' AND text = $2 LIMIT 1`,
      [id, text],
    );
    return rowCount !== 0;
  };

  const call = async (person: LivePerson): Promise<void> => {
    calling = true;
    const course = random.pick(courses);
    const isWatched = () => live.viewers() > 0;
    attendCall(phone, { person, course, signal: stopping.signal, isWatched })
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) log.debug({ error }, "a call of the demo ended early");
      })
      .finally(() => {
        calling = false;
      });
  };

  const personal = async (kind: Exclude<Kind, "visit" | "click">): Promise<void> => {
    const seed = day * maxPerDay + played;
    const reasons = { return: "visit", reply: "sms" } as const;
    const reason = kind === "return" || kind === "reply" ? reasons[kind] : kind;
    if (kind === "call" && calling) return;
    const person = await findLivePerson(pool, reason, seed);
    if (!person) return;
    const contact = contactOf(person);
    const at = new Date(Date.now() + dayMs * (2 + Math.floor(5 * random.unit()))).toISOString().slice(0, 10);
    switch (kind) {
      case "return": {
        const payload = { type: "link_clicked", campaign: random.pick(campaigns), path: random.pick(paths) };
        return post("n8n automations", { ...payload, email: person.email });
      }
      case "form": {
        const message = random.pick(formWords[person.language]);
        const words = (await hasWritten(person, message)) ? {} : { message };
        return post("Website form", { type: "form_submitted", ...words, ...contact });
      }
      case "quote": {
        const bill = 90 + Math.floor(380 * random.unit());
        const payload = { type: "quote_requested", monthly_bill: bill, roof: "concrete" };
        return post("Website form", { ...payload, ...contact });
      }
      case "booking": {
        const appointment = { appointment_date: at, appointment_time: random.pick(visitTimes) };
        return post("n8n automations", { type: "appointment_booked", ...appointment, ...contact });
      }
      case "reply": {
        const text = random.pick(replyWords[person.language]);
        if (await hasWritten(person, text)) return;
        await sendLocally("POST", `${phone}/conversations/${encodeURIComponent(person.phone)}/reply`, {
          channel: "sms",
          text,
        });
        return;
      }
      case "call":
        await post("Website form", { type: "call_requested", ...contact });
        return call(person);
    }
  };

  const playNext = async (): Promise<void> => {
    const today = Math.floor(Date.now() / dayMs);
    if (today !== day) {
      [day, played] = [today, 0];
      random = createRandom(today);
    }
    if (live.viewers() === 0 || played >= maxPerDay || !(await simulation()).isDemo) return;
    played++;
    const kind = random.pickWeighted(kinds);
    if (kind === "visit") {
      const seconds = 5 + Math.floor(200 * random.unit());
      return post("Website form", { type: "page_viewed", path: random.pick(paths), seconds });
    }
    if (kind === "click")
      return post("Facebook Lead Ads", { type: "ad_clicked", campaign: random.pick(campaigns) });
    return personal(kind);
  };

  const schedule = (): void => {
    if (stopping.signal.aborted) return;
    const { least, most } = pauseMs;
    timer = setTimeout(
      () => {
        running = playNext()
          .catch((error: unknown) => log.debug({ error }, "the demo could not go on this time"))
          .finally(schedule);
      },
      least + (most - least) * random.unit(),
    );
    timer.unref();
  };
  schedule();
  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
};

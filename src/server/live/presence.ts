import * as z from "zod";
import type { Listener } from "#server/db/listener.ts";
import type { LiveUpdates } from "./live-updates.ts";

const presenceChannel = "faro_presence";
/** A browser beats every 10 s, so one lost beat does not matter. */
const keptMs = 25_000;
const sweepMs = 5000;
/** Any database user can send notifications. */
const maxPeople = 10_000;

export const presenceKinds = ["looking", "typing"] as const;
export type PresentUser = { id: string; name: string; doing: (typeof presenceKinds)[number] };
export type Beat = {
  personId: string;
  user: { id: string; name: string };
  doing: PresentUser["doing"] | "left";
};

const beatSchema = z.object({
  personId: z.uuid(),
  user: z.object({ id: z.uuid(), name: z.string().max(400) }),
  doing: z.enum([...presenceKinds, "left"]),
});

const parseBeat = (payload: string): Beat | undefined => {
  try {
    return beatSchema.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
};

export type Presence = {
  /** Tells all processes, and returns who else is there. */
  beat: (beat: Beat) => Promise<PresentUser[]>;
  close: () => Promise<void>;
};

type Options = {
  listener: Pick<Listener, "listen">;
  notify: (channel: string, payload: string) => Promise<unknown>;
  live: Pick<LiveUpdates, "pushPresence">;
  now?: () => number;
};

/** Who looks at which conversation, in the memory of every process; nothing is stored. */
export const startPresence = async ({
  listener,
  notify,
  live,
  now = Date.now,
}: Options): Promise<Presence> => {
  const people = new Map<string, Map<string, { user: PresentUser; until: number }>>();

  const usersAt = (personId: string): PresentUser[] => {
    const present = [...(people.get(personId)?.values() ?? [])];
    return present.filter(({ until }) => until > now()).map(({ user }) => user);
  };
  const publish = (personId: string): void => live.pushPresence({ personId, users: usersAt(personId) });

  const apply = ({ personId, user, doing }: Beat): void => {
    const users = people.get(personId) ?? new Map<string, { user: PresentUser; until: number }>();
    const before = users.get(user.id);
    if (doing === "left") {
      if (!users.delete(user.id)) return;
    } else {
      if (!people.has(personId) && people.size >= maxPeople) return;
      users.set(user.id, { user: { ...user, doing }, until: now() + keptMs });
      people.set(personId, users);
    }
    if (users.size === 0) people.delete(personId);
    if (before?.user.doing !== doing) publish(personId);
  };

  const sweep = (): void => {
    for (const [personId, users] of people) {
      const gone = [...users].filter(([, { until }]) => until <= now());
      for (const [id] of gone) users.delete(id);
      if (users.size === 0) people.delete(personId);
      if (gone.length > 0) publish(personId);
    }
  };

  const stop = await listener.listen(presenceChannel, {
    onMessage: (payload) => {
      const beat = parseBeat(payload);
      if (beat) apply(beat);
    },
    // The next beats tell everything again.
    onReconnect: () => {},
  });
  const timer = setInterval(sweep, sweepMs);
  timer.unref();
  return {
    beat: async (beat) => {
      apply(beat);
      await notify(presenceChannel, JSON.stringify(beat));
      return usersAt(beat.personId).filter(({ id }) => id !== beat.user.id);
    },
    close: async () => {
      clearInterval(timer);
      await stop();
    },
  };
};

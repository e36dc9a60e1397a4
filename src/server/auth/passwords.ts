import { hash, verify } from "@node-rs/argon2";

/** argon2id, the library's default algorithm. */
const hashOptions = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };
/** Each hash needs 64 MiB: many sign-ins at once must not exhaust the memory. */
const maxConcurrent = 2;
const maxQueueLength = 40;
/** Places that remain for callers with priority when attempts of unknown devices fill the queue. */
const reservedPlaces = 20;

let running = 0;
const queue: (() => void)[] = [];

/** The caller should retry in a few seconds. */
export class HashQueueFull extends Error {}

const enqueue = async <T>(task: () => Promise<T>, priority = false): Promise<T> => {
  if (running >= maxConcurrent) {
    if (queue.length >= maxQueueLength + (priority ? reservedPlaces : 0)) throw new HashQueueFull();
    await new Promise<void>((resolve) => (priority ? queue.unshift(resolve) : queue.push(resolve)));
  }
  running += 1;
  try {
    return await task();
  } finally {
    running -= 1;
    queue.shift()?.();
  }
};

export const hashPassword = (password: string): Promise<string> =>
  enqueue(() => hash(password, hashOptions), true);

/** Verified for an unknown user, so that it takes as long as a wrong password. */
const placeholderHash =
  "$argon2id$v=19$m=65536,t=3,p=1$Nn+YgxoeYsKvQskQiEcbtA$HVIc5A1ycrUTF2P8uKFPB1ldTWgvRwkXzgUSU8GUcUM";

/** `priority` puts the attempt of a known device before those of unknown ones. */
export const passwordMatches = async (
  storedHash: string | null | undefined,
  password: string,
  priority = false,
): Promise<boolean> => {
  const matches = await enqueue(() => verify(storedHash ?? placeholderHash, password), priority);
  return matches && storedHash != null;
};

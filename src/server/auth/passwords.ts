import { hash, verify } from "@node-rs/argon2";

/** argon2id, which is the library's default kind. */
const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };
/** 64 MiB a hash: a flood of sign-ins waits in line instead of filling the memory. */
const atOnce = 2;

/** More than this would make everybody wait for too long. */
const longestLine = 40;

let running = 0;
const waiting: (() => void)[] = [];

/** The line is full: the caller should come back in a moment. */
export class HashQueueFull extends Error {}

const inTurn = async <T>(work: () => Promise<T>, first = false): Promise<T> => {
  if (running >= atOnce) {
    if (waiting.length >= longestLine && !first) throw new HashQueueFull();
    await new Promise<void>((resolve) => (first ? waiting.unshift(resolve) : waiting.push(resolve)));
  }
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
};

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost), true);

/** The hash of a text that was thrown away, at the same cost: an unknown user takes as long as a wrong password. */
const nobody =
  "$argon2id$v=19$m=65536,t=3,p=1$Nn+YgxoeYsKvQskQiEcbtA$HVIc5A1ycrUTF2P8uKFPB1ldTWgvRwkXzgUSU8GUcUM";

/** `first` lets somebody we know pass those we do not. */
export const passwordMatches = async (
  stored: string | null | undefined,
  password: string,
  first = false,
): Promise<boolean> => {
  const matches = await inTurn(() => verify(stored ?? nobody, password), first);
  return matches && stored != null;
};

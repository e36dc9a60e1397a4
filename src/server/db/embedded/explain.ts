import { StartError } from "#server/start-error.ts";

const causes: readonly [RegExp, (where: string) => string][] = [
  [
    /No space left on device|Disk quota exceeded|\bENOSPC\b|\bEDQUOT\b/i,
    (where) => `There is no space left on the disk for the database in ${where}.`,
  ],
  [/Read-only file system|\bEROFS\b/i, (where) => `The database in ${where} is on a read-only disk.`],
  [
    /could not create shared memory segment|could not map anonymous shared memory|Cannot allocate memory|\bENOMEM\b/i,
    () => "There is not enough memory to start the database.",
  ],
  [
    /pre-existing shared memory block/i,
    (where) =>
      `A process left over from an earlier run still uses the database in ${where}; try again shortly.`,
  ],
  [
    /Permission denied|Operation not permitted|wrong ownership|\bEACCES\b|\bEPERM\b/i,
    (where) => `The database may not read and write its folder ${where}.`,
  ],
  [
    /error while loading shared libraries|GLIBC_|cannot execute binary|Exec format error|\bENOEXEC\b/i,
    () => "The bundled PostgreSQL does not run on this system; set DATABASE_URL to a PostgreSQL 15 or later.",
  ],
];

/** The sentence for a known cause in what PostgreSQL or the system said, if it is known. */
export const knownCause = (said: string, where: string): string | undefined =>
  causes.find(([pattern]) => pattern.test(said))?.[1](where);

/** Backends of a killed server hold its memory for a moment; only then is it worth trying again. */
export const isPassing = (said: string): boolean =>
  /pre-existing shared memory block|lock file "[^"]*" already exists/i.test(said);

/** The last lines of what was said, for a cause that we do not know. */
export const lastLines = (said: string, count = 8): string =>
  said
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(-count)
    .map((line) => `  ${line}`)
    .join("\n");

export const explain = (doing: string, said: string, where: string): StartError =>
  new StartError(knownCause(said, where) ?? `${doing} failed in ${where}:\n${lastLines(said)}`);

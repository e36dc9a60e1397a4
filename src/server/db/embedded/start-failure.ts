import { StartError } from "#server/start-error.ts";

const knownCauses: readonly [RegExp, (directory: string) => string][] = [
  [
    /No space left on device|Disk quota exceeded|\bENOSPC\b|\bEDQUOT\b/i,
    (directory) => `There is no space left on the disk for the database in ${directory}.`,
  ],
  [/Read-only file system|\bEROFS\b/i, (directory) => `The database in ${directory} is on a read-only disk.`],
  [
    /could not create shared memory segment|could not map anonymous shared memory|Cannot allocate memory|\bENOMEM\b/i,
    () => "There is not enough memory to start the database.",
  ],
  [
    /pre-existing shared memory block/i,
    (directory) =>
      `A process left over from an earlier run still uses the database in ${directory}; try again shortly.`,
  ],
  [
    /Permission denied|Operation not permitted|wrong ownership|\bEACCES\b|\bEPERM\b/i,
    (directory) => `The database has no permission to read and write its directory ${directory}.`,
  ],
  [
    /error while loading shared libraries|GLIBC_|cannot execute binary|Exec format error|\bENOEXEC\b/i,
    () => "The bundled PostgreSQL does not run on this system; set DATABASE_URL to a PostgreSQL 15 or later.",
  ],
];

/** The message for a cause recognised in the output of PostgreSQL or of the system. */
export const findKnownCause = (output: string, directory: string): string | undefined =>
  knownCauses.find(([pattern]) => pattern.test(output))?.[1](directory);

/** Backends of a killed server keep its shared memory for a moment; other failures are not worth a retry. */
export const isTransientFailure = (output: string): boolean =>
  /pre-existing shared memory block|lock file "[^"]*" already exists/i.test(output);

export const lastLines = (output: string, count = 8): string =>
  output
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(-count)
    .map((line) => `  ${line}`)
    .join("\n");

export const createStartError = (operation: string, output: string, directory: string): StartError =>
  new StartError(
    findKnownCause(output, directory) ?? `${operation} failed in ${directory}:\n${lastLines(output)}`,
  );

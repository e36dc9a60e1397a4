import { errorCode } from "./db/errors.ts";

/** The message of an error, without the parameters of a failed query. It may quote what a person sent. */
export const errorMessage = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  // The message of a query error contains the query and its parameters; its cause has the reason.
  if ("query" in error) return error.cause instanceof Error ? error.cause.message : "The query failed";
  return error.message;
};

/** The innermost error, whose message gives the reason. */
export const rootCause = (error: Error): Error =>
  error.cause instanceof Error ? rootCause(error.cause) : error;

/** PostgreSQL quotes the refused value in messages of this class only; elsewhere values are in the detail. */
const isDataException = (code: string): boolean => code.startsWith("22");

/** The message of an error that quotes nobody: of the operating system, or of PostgreSQL without values. */
export const impersonalMessage = (error: Error): string | undefined => {
  if ("syscall" in error) return error.message;
  if (!("severity" in error && "code" in error)) return undefined;
  const code = String(error.code);
  if (isDataException(code)) return `PostgreSQL refused a value (${code})`;
  return error.message;
};

/** What may be stored or printed about any error: its kind and, where it quotes nobody, its message. */
export const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return "Unknown error";
  const cause = rootCause(error);
  const code = errorCode(error);
  return impersonalMessage(cause) ?? (code === undefined ? cause.name : `${cause.name} (${code})`);
};

export const stackFrames = ({ stack }: Error): string =>
  (stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");

/** An error for the standard error stream, where no level protects what a message quotes. */
export const printableError = (error: unknown): string =>
  error instanceof Error ? `${describeError(error)}\n${stackFrames(error)}` : describeError(error);

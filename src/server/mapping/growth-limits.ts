import { exceedsSize } from "./size-limits.ts";

/** Limit for any text that an expression produces. */
export const maxMappedTextLength = 1_000_000;

export const throwError = (message: string): never => {
  throw new Error(message);
};
export const throwTextTooLong = (): never =>
  throwError(`A text grew longer than ${maxMappedTextLength} characters`);

/**
 * One huge allocation ends the whole process despite the thread's limits. So the built-ins of the worker thread that
 * can turn a small input into a large output check its size first.
 */
export const limitGrowth = (maxItems: number): void => {
  const { stringify } = JSON;
  JSON.stringify = (value: unknown, ...rest: unknown[]) =>
    exceedsSize(value, maxMappedTextLength)
      ? throwTextTooLong()
      : Reflect.apply(stringify, JSON, [value, ...rest]);

  const { join } = Array.prototype;
  Array.prototype.join = function (separator = ",") {
    let size = this.length * String(separator).length;
    // A sparse array may have a huge length, so its items are only counted if the separators fit.
    if (size <= maxMappedTextLength)
      for (const item of this) size += typeof item === "string" ? item.length : 1;
    return size > maxMappedTextLength ? throwTextTooLong() : join.call(this, separator);
  };

  const { split } = String.prototype;
  String.prototype.split = function (this: string, separator: unknown, limit?: number) {
    const splitLimit = Math.min(limit ?? maxItems + 1, maxItems + 1);
    const parts: string[] = Reflect.apply(split, this, [separator, splitLimit]);
    return parts.length > maxItems ? throwError(`A list grew longer than ${maxItems} items`) : parts;
  };
};

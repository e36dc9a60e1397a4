import { exceedsSize } from "./size-limits.ts";

/** The longest text that a mapping may make. */
export const maxText = 1_000_000;

export const throwError = (message: string): never => {
  throw new Error(message);
};
export const throwTextTooLong = (): never => throwError(`A text grew longer than ${maxText} characters`);

/**
 * One huge allocation ends the whole process, not only its thread, whatever the thread's limits say. So in the
 * mapping thread the few built-ins that make much out of little look first.
 */
export const limitGrowth = (maxItems: number): void => {
  const { stringify } = JSON;
  JSON.stringify = (value: unknown, ...rest: unknown[]) =>
    exceedsSize(value, maxText) ? throwTextTooLong() : Reflect.apply(stringify, JSON, [value, ...rest]);

  const { join } = Array.prototype;
  Array.prototype.join = function (separator = ",") {
    let size = this.length * String(separator).length;
    // A list that is only a length has no items to count.
    if (size <= maxText) for (const item of this) size += typeof item === "string" ? item.length : 1;
    return size > maxText ? throwTextTooLong() : join.call(this, separator);
  };

  const { split } = String.prototype;
  String.prototype.split = function (this: string, separator: unknown, limit?: number) {
    const most = Math.min(limit ?? maxItems + 1, maxItems + 1);
    const parts: string[] = Reflect.apply(split, this, [separator, most]);
    return parts.length > maxItems ? throwError(`A list grew longer than ${maxItems} items`) : parts;
  };
};

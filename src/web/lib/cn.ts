import { type ClassValue, clsx } from "clsx";

/**
 * Joins class names. The overridable defaults of a primitive are written `base:h-9`: they have no specificity,
 * so a caller's `h-10` wins regardless of the order.
 */
export const cn = (...classes: ClassValue[]): string => clsx(classes);

import { type ClassValue, clsx } from "clsx";

/**
 * Joins class names. What a primitive lets its user change is written `base:h-9`: such a default has no
 * specificity, so a plain `h-10` outweighs it wherever the two stand.
 */
export const cn = (...classes: ClassValue[]): string => clsx(classes);

import * as z from "zod";

/** From least to most: each role may do all that the ones before it may. */
export const roles = ["viewer", "operator", "admin"] as const;
export type Role = (typeof roles)[number];
export const role = z.enum(roles);

export const mayActAs = (held: Role, needed: Role): boolean => roles.indexOf(held) >= roles.indexOf(needed);

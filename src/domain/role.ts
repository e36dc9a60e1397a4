/** Each role includes the rights of those before it. */
export const roles = ["viewer", "operator", "admin"] as const;
export type Role = (typeof roles)[number];

export const mayActAs = (actual: Role, required: Role): boolean =>
  roles.indexOf(actual) >= roles.indexOf(required);

export const isBuiltInRole = (text: string): text is Role => roles.some((one) => one === text);

import { type Role, roles } from "#domain/role.ts";

/** Parts of the product in which a role has a level each. */
export const areas = [
  "dashboard",
  "people",
  "inbox",
  "approvals",
  "endpoints",
  "rules",
  "voice",
  "ai",
  "reports",
  "compliance",
  "audit",
  "integrations",
  "settings",
  "team",
] as const;
export type Area = (typeof areas)[number];

/** Each level includes those before it. */
export const areaLevels = ["none", "view", "work", "manage"] as const;
export type AreaLevel = (typeof areaLevels)[number];

export type Permissions = Readonly<Record<Area, AreaLevel>>;

/** A built-in role, or a role of the workspace's own. */
export const userRoles = [...roles, "own"] as const;
export type UserRole = (typeof userRoles)[number];

/** Levels that differ in what they allow; the others would be the same as the one before. */
export const offeredLevels: Readonly<Record<Area, readonly AreaLevel[]>> = {
  dashboard: ["none", "view", "manage"],
  people: ["none", "view", "work", "manage"],
  inbox: ["none", "view", "work", "manage"],
  approvals: ["none", "view", "work"],
  endpoints: ["none", "view", "work"],
  rules: ["none", "view", "work"],
  voice: ["none", "view", "work", "manage"],
  ai: ["none", "view", "work", "manage"],
  reports: ["none", "view", "work"],
  compliance: ["none", "view", "work", "manage"],
  audit: ["none", "view", "manage"],
  integrations: ["none", "view", "work", "manage"],
  settings: ["none", "view", "manage"],
  team: ["none", "manage"],
};

/** The level at which a call for this built-in role is made. */
export const levelOfRole: Readonly<Record<Role, AreaLevel>> = {
  viewer: "view",
  operator: "work",
  admin: "manage",
};

const rank = (level: AreaLevel): number => areaLevels.indexOf(level);

const inEveryArea = (level: (area: Area) => AreaLevel): Permissions =>
  Object.fromEntries(areas.map((area) => [area, level(area)])) as Record<Area, AreaLevel>;

export const builtInPermissions: Readonly<Record<Role, Permissions>> = {
  viewer: inEveryArea(() => "view"),
  operator: inEveryArea(() => "work"),
  admin: inEveryArea(() => "manage"),
};

export const noPermissions: Permissions = inEveryArea(() => "none");

/** What is stored of a role. An area that it does not name is closed, so a new area of a later version is closed too. */
export const readPermissions = (stored: unknown): Permissions => {
  const named = typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
  return inEveryArea((area) => areaLevels.find((level) => level === named[area]) ?? "none");
};

/** What a user may do, from the role in their row and the stored levels of a role of the workspace's own. */
export const permissionsOf = (role: string, ownLevels: unknown): Permissions => {
  if (role === "own") return readPermissions(ownLevels);
  const builtIn = roles.find((one) => one === role);
  return builtIn ? builtInPermissions[builtIn] : noPermissions;
};

/** `everyone`: every signed-in user. Several areas: the level in one of them is enough. */
export type PlaceArea = Area | "everyone" | readonly Area[];

/** Where a call belongs: its area, and its level as the least built-in role. */
export type Place = { access: Role; area: PlaceArea };

export const hasLevel = (permissions: Permissions, area: Area, level: AreaLevel): boolean =>
  rank(permissions[area]) >= rank(level);

export const mayUse = (permissions: Permissions, { access, area }: Place): boolean => {
  if (area === "everyone") return true;
  const listed: readonly Area[] = typeof area === "string" ? [area] : area;
  return listed.some((one) => hasLevel(permissions, one, levelOfRole[access]));
};

/** Whether every right of the second is one of the first: no user gives, changes or takes away more than they have. */
export const covers = (holder: Permissions, other: Permissions): boolean =>
  areas.every((area) => hasLevel(holder, area, other[area]));

const administrativeAreas = ["team", "settings", "integrations"] as const satisfies readonly Area[];

/** Whether the rules for administrators hold: a long password, and a second factor where the workspace demands it. */
export const isAdministrative = (permissions: Permissions): boolean =>
  administrativeAreas.some((area) => permissions[area] === "manage");

/** No token has more rights than an operator. */
export const permissionsOfToken = (permissions: Permissions): Permissions =>
  inEveryArea((area) => (permissions[area] === "manage" ? "work" : permissions[area]));

/** Whether the token of a user with these permissions may make the call, as far as their role decides it. */
export const tokenMayUse = (permissions: Permissions, place: Place): boolean =>
  mayUse(permissionsOfToken(permissions), place);

import { stripInvisible } from "#domain/agent/plain-speech.ts";
import { emailPattern, normalizeEmail } from "#domain/email-address.ts";
import { type Language, parseLanguage } from "#domain/language.ts";
import { cutText } from "#domain/storable-text.ts";

/** What an identity provider states of a user: the claims of the ID token, and those of its page of user information. */
export type ProviderClaims = Readonly<Record<string, unknown>>;

/** `absent`: the claim is missing. `elsewhere`: there are too many groups, so the provider names only where to ask. */
export type StatedGroups = readonly string[] | "absent" | "elsewhere";

/** A user as the identity provider describes them. */
export type ProviderUser = {
  issuer: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  /** The organisation that the account belongs to, where the provider says so (Google: `hd`). */
  organization: string | null;
  firstName: string | null;
  lastName: string | null;
  language: Language | null;
  groups: StatedGroups;
  /** Whether the provider asked for a second factor. */
  hasSecondFactor: boolean;
};

export type ClaimRules = {
  groupClaim: string;
  /** The addresses of a provider that says nothing of their verification are taken for verified (Microsoft Entra). */
  trustsEmails: boolean;
  /** An administrator states that the provider always asks for a second factor. */
  statesSecondFactor: boolean;
};

const maxNameLength = 200;
const maxGroups = 2000;
const maxGroupLength = 300;

const textOf = (value: unknown): string | null => {
  if (typeof value !== "string") return null;
  const text = cutText(stripInvisible(value).replaceAll(/\s+/g, " ").trim(), maxNameLength);
  return text === "" ? null : text;
};

const emailOf = (value: unknown): string | null => {
  if (typeof value !== "string" || value.length > 254) return null;
  const email = normalizeEmail(value);
  return emailPattern.test(email) ? email : null;
};

/** Only an own property: a claim named `constructor` is none. */
const claimAt = (claims: unknown, name: string): unknown =>
  typeof claims === "object" && claims !== null && Object.hasOwn(claims, name)
    ? (claims as Record<string, unknown>)[name]
    : undefined;

/** A claim by its name, or by a path such as `realm_access.roles`; a name may contain dots and slashes itself. */
export const findClaim = (claims: unknown, path: string): unknown => {
  const exact = claimAt(claims, path);
  if (exact !== undefined) return exact;
  for (let dot = path.indexOf("."); dot > 0; dot = path.indexOf(".", dot + 1)) {
    const inner = claimAt(claims, path.slice(0, dot));
    const found = inner === undefined ? undefined : findClaim(inner, path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
};

export const readGroups = (claims: ProviderClaims, groupClaim: string): StatedGroups => {
  const stated = findClaim(claims, groupClaim);
  if (stated === undefined || stated === null)
    return claimAt(claims._claim_names, groupClaim) === undefined ? "absent" : "elsewhere";
  const listed: unknown[] = Array.isArray(stated) ? stated : [stated];
  return listed
    .slice(0, maxGroups)
    .filter((group): group is string => typeof group === "string" && group.length <= maxGroupLength)
    .map((group) => group.trim())
    .filter(Boolean);
};

/** Verified by a boolean, by its text, or by the claim with which Microsoft Entra says that it owns the domain. */
const isEmailVerified = (claims: ProviderClaims, trustsEmails: boolean): boolean => {
  const stated = claims.email_verified;
  if (stated !== undefined && stated !== null) return stated === true || stated === "true";
  return claims.xms_edov === true || claims.xms_edov === "1" || claims.xms_edov === 1 || trustsEmails;
};

/** Methods of RFC 8176 that are a second factor beside a password or a PIN. */
const furtherMethods = ["otp", "hwk", "swk", "sms", "tel", "face", "fpt", "iris", "retina", "vbm", "sc"];
/** Contexts that stand for several factors. */
const multiFactorContexts = [
  "http://schemas.openid.net/pape/policies/2007/06/multi-factor",
  "http://schemas.microsoft.com/claims/multipleauthn",
  "https://refeds.org/profile/mfa",
  "urn:okta:loa:2fa:any",
  "phr",
  "phrh",
];

/** Whether the provider says that it asked for several factors. One strong factor alone is not said to be two. */
export const statesSeveralFactors = ({ amr, acr }: ProviderClaims): boolean => {
  const methods: unknown[] = Array.isArray(amr) ? amr : [];
  if (methods.includes("mfa")) return true;
  const knows = methods.includes("pwd") || methods.includes("pin");
  if (knows && furtherMethods.some((method) => methods.includes(method))) return true;
  return multiFactorContexts.some((context) => context === acr);
};

export const readProviderUser = (
  identity: { issuer: string; subject: string },
  claims: ProviderClaims,
  { groupClaim, trustsEmails, statesSecondFactor }: ClaimRules,
): ProviderUser => {
  const [first, ...others] = (textOf(claims.name) ?? "").split(" ");
  const firstName = textOf(claims.given_name);
  const lastName = textOf(claims.family_name);
  const hasParts = firstName !== null || lastName !== null;
  return {
    ...identity,
    email: emailOf(claims.email),
    isEmailVerified: isEmailVerified(claims, trustsEmails),
    organization: textOf(claims.hd)?.toLowerCase() ?? null,
    firstName: hasParts ? firstName : first || null,
    lastName: hasParts ? lastName : others.join(" ") || null,
    language: parseLanguage(claims.locale) ?? null,
    groups: readGroups(claims, groupClaim),
    hasSecondFactor: statesSecondFactor || statesSeveralFactors(claims),
  };
};

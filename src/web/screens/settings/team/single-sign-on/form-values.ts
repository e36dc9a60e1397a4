import type { SingleSignOnInput, SingleSignOnSettings } from "#contract/single-sign-on.ts";

/** What the form holds: lists as text, and no secret until one is entered. */
export type SingleSignOnValues = Omit<
  SingleSignOnSettings,
  "domains" | "defaultRole" | "clientSecret" | "updatedAt"
> & {
  domains: string;
  /** Empty for nobody. */
  defaultRole: string;
  clientSecret: string;
};

const initialValues: SingleSignOnValues = {
  name: "",
  enabled: false,
  issuer: "",
  clientId: "",
  clientSecret: "",
  scopes: "",
  domains: "",
  groupClaim: "groups",
  groupRoles: [],
  defaultRole: "",
  createsUsers: true,
  linksUsers: false,
  trustsEmails: false,
  statesSecondFactor: false,
  onlySingleSignOn: false,
};

export const toFormValues = (settings: SingleSignOnSettings | null): SingleSignOnValues => {
  if (!settings) return initialValues;
  const { updatedAt: _version, ...values } = settings;
  return {
    ...values,
    clientSecret: "",
    domains: settings.domains.join(", "),
    defaultRole: settings.defaultRole ?? "",
  };
};

/** An empty secret leaves the stored one. */
const secretOf = (text: string) => (text.trim() === "" ? {} : { clientSecret: text });

export const toInput = (
  { clientSecret, domains, defaultRole, ...values }: SingleSignOnValues,
  updatedAt: string | undefined,
): SingleSignOnInput => ({
  ...values,
  ...secretOf(clientSecret),
  domains: domains.split(/[\s,;]+/).filter(Boolean),
  defaultRole: defaultRole === "" ? null : defaultRole,
  ...(updatedAt === undefined ? {} : { updatedAt }),
});

export const toTest = ({ issuer, clientId, clientSecret, scopes }: SingleSignOnValues) => ({
  issuer,
  clientId,
  scopes,
  ...secretOf(clientSecret),
});

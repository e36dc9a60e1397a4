import type { SuppressionScope } from "#domain/compliance/suppression.ts";
import type { KnownPerson } from "./known-person.ts";

/** The addresses that opt out, each of what can be sent to it. */
export const findOptOuts = (
  { email, phone, addresses }: Pick<KnownPerson, "email" | "phone" | "addresses">,
  scopes: readonly SuppressionScope[],
): { address: string; scope: SuppressionScope }[] => {
  const all = new Set([email?.toLowerCase(), phone, ...addresses].flatMap((address) => address ?? []));
  return scopes.flatMap((scope) =>
    [...all]
      .filter((address) => scope === "all" || address.includes("@") === (scope === "email"))
      .map((address) => ({ address, scope })),
  );
};

import { useMemo } from "react";
import { hasLevel, type Permissions } from "#domain/access/areas.ts";
import { useUser } from "#web/lib/session.ts";
import { type Screen, screens } from "#web/routes.tsx";

/** A screen of several areas is open to those who may view one of them. */
export const mayOpen = ({ areas, alsoNeeds }: Screen, permissions: Permissions): boolean =>
  (areas === undefined || areas.some((area) => hasLevel(permissions, area, "view"))) &&
  (alsoNeeds === undefined || hasLevel(permissions, alsoNeeds, "view"));

/** The screens that the role of the user opens, in order. */
export const useScreens = (): readonly Screen[] => {
  const { permissions } = useUser();
  return useMemo(() => screens.filter((screen) => mayOpen(screen, permissions)), [permissions]);
};

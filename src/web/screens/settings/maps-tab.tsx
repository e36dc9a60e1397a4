import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { mapProviders } from "#domain/map-providers.ts";
import { AccountCards } from "./account-cards.tsx";

export const MapsTab = () => {
  const { t } = useTranslation();
  const account = useMemo(
    () => ({
      id: "maps",
      label: t("settings.maps.title"),
      group: "maps",
      form: {
        required: ["provider"],
        properties: {
          provider: { type: "string", enum: [...mapProviders], default: mapProviders[0] },
          apiKey: { type: "string", writeOnly: true, description: t("settings.maps.osmHint") },
        },
      },
    }),
    [t],
  );
  return <AccountCards accounts={[account]} />;
};

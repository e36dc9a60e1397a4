import { useTranslation } from "react-i18next";
import { mapProviders } from "#domain/maps.ts";
import { AccountCards } from "./account-cards.tsx";

const form = {
  required: ["provider"],
  properties: {
    provider: { type: "string", enum: [...mapProviders], default: mapProviders[0] },
    apiKey: { type: "string", writeOnly: true },
  },
};

export const MapsTab = () => {
  const { t } = useTranslation();
  return <AccountCards accounts={[{ id: "maps", label: t("settings.maps.title"), group: "maps", form }]} />;
};

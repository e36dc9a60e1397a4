import { useTranslation } from "react-i18next";
import { DeliveryList } from "#web/components/delivery/delivery-list.tsx";
import { Card } from "#web/ui/card.tsx";

/** Sends of which nobody knows whether they had their effect: only a look at the provider's page can tell. */
export const UnknownCard = () => {
  const { t } = useTranslation();
  return (
    <Card title={t("compliance.unknown.title")}>
      <p className="mb-4 max-w-[75ch] text-sm text-soft">{t("compliance.unknown.text")}</p>
      <DeliveryList
        filter={{ status: "unknown" }}
        withPerson
        empty={{ title: t("compliance.unknown.empty"), text: t("compliance.unknown.emptyText") }}
      />
    </Card>
  );
};

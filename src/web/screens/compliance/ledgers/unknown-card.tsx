import { useTranslation } from "react-i18next";
import { Card } from "#web/ui/card.tsx";
import { DeliveryList } from "#web/ui/delivery-list.tsx";

/** Sends of which nobody knows whether they had their effect: only a look at the provider's page can tell. */
export const UnknownDeliveriesCard = () => {
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

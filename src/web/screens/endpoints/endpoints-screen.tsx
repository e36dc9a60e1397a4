import { Webhook } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

const EndpointsScreen = () => {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState icon={Webhook} title={t("empty.endpoints.title")} text={t("empty.endpoints.text")} />
    </Card>
  );
};

export default EndpointsScreen;

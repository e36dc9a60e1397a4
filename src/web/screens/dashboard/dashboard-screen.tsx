import { LayoutDashboard } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

const DashboardScreen = () => {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState
        icon={LayoutDashboard}
        title={t("empty.dashboard.title")}
        text={t("empty.dashboard.text")}
      />
    </Card>
  );
};

export default DashboardScreen;

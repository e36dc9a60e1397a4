import { GitBranch } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

const RulesScreen = () => {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState icon={GitBranch} title={t("empty.rules.title")} text={t("empty.rules.text")} />
    </Card>
  );
};

export default RulesScreen;

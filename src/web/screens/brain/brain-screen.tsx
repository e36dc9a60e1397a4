import { Brain } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

const BrainScreen = () => {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState icon={Brain} title={t("empty.brain.title")} text={t("empty.brain.text")} />
    </Card>
  );
};

export default BrainScreen;

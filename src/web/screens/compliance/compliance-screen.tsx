import { ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

const ComplianceScreen = () => {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState icon={ShieldCheck} title={t("empty.compliance.title")} text={t("empty.compliance.text")} />
    </Card>
  );
};

export default ComplianceScreen;

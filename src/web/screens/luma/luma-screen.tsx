import { Zap } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";

const LumaScreen = () => {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t("luma.title")} subtitle={t("luma.subtitle")} />
      <Card>
        <EmptyState icon={Zap} title={t("empty.luma.title")} text={t("empty.luma.text")} />
      </Card>
    </>
  );
};

export default LumaScreen;

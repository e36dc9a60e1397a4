import { CalendarDays } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";

const HolidaysScreen = () => {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t("holidays.title")} subtitle={t("holidays.subtitle")} />
      <Card>
        <EmptyState icon={CalendarDays} title={t("empty.holidays.title")} text={t("empty.holidays.text")} />
      </Card>
    </>
  );
};

export default HolidaysScreen;

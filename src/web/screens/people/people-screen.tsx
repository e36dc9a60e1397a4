import { UsersRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

const PeopleScreen = () => {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState icon={UsersRound} title={t("empty.people.title")} text={t("empty.people.text")} />
    </Card>
  );
};

export default PeopleScreen;

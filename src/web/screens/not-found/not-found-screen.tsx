import { Compass } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

const NotFoundScreen = () => {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState
        icon={Compass}
        title={t("notFound.title")}
        text={t("notFound.hint")}
        action={
          <Button asChild variant="primary">
            <Link href="/">{t("notFound.home")}</Link>
          </Button>
        }
      />
    </Card>
  );
};

export default NotFoundScreen;

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
        text={t("notFound.text")}
        action={
          <div className="grid justify-items-center gap-4">
            <Button asChild variant="primary">
              <Link href="/">{t("notFound.home")}</Link>
            </Button>
            <p className="text-faint text-xs">{t("notFound.hint")}</p>
          </div>
        }
      />
    </Card>
  );
};

export default NotFoundScreen;

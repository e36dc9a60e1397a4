import { Mic } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

const VoiceScreen = () => {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState icon={Mic} title={t("empty.voice.title")} text={t("empty.voice.text")} />
    </Card>
  );
};

export default VoiceScreen;

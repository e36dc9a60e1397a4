import { useTranslation } from "react-i18next";
import type { Rule } from "#contract/rules.ts";
import { DeliveryList } from "#web/components/delivery/delivery-list.tsx";
import { SideSheet } from "#web/ui/side-sheet.tsx";

/** What came of a rule: every message and call it asked for. */
export const HistorySheet = ({ rule, onClose }: { rule: Rule; onClose: () => void }) => {
  const { t } = useTranslation();
  return (
    <SideSheet onClose={onClose} title={t("rules.history.title")} caption={rule.name}>
      <DeliveryList
        filter={{ ruleId: rule.id }}
        withPerson
        empty={{ title: t("rules.history.empty"), text: t("rules.history.emptyText") }}
      />
    </SideSheet>
  );
};

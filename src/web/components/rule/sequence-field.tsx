import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { rulesApi } from "#contract/rules.ts";
import { isSequence } from "#domain/sequences/compile-sequence.ts";
import { apiQuery } from "#web/lib/api.ts";
import { Select } from "#web/ui/select.tsx";

type SequenceFieldProps = { id: string; onChange: (id: string) => void };

/** One of the workspace's sequences. */
export const SequenceField = ({ id, onChange }: SequenceFieldProps) => {
  const { t } = useTranslation();
  const { data } = useQuery(apiQuery(rulesApi.list, { query: {} }));
  const sequences = data?.filter(({ actions, options }) => isSequence(actions, options)) ?? [];
  const isListed = id === "" || sequences.some((rule) => rule.id === id);
  return (
    <Select
      aria-label={t("rules.trigger.sequence")}
      value={id}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="" disabled>
        {t(data && sequences.length === 0 ? "rules.trigger.noSequences" : "rules.trigger.chooseSequence")}
      </option>
      {sequences.map((rule) => (
        <option key={rule.id} value={rule.id}>
          {rule.name}
        </option>
      ))}
      {data && !isListed && <option value={id}>{t("sequence.target.gone")}</option>}
    </Select>
  );
};

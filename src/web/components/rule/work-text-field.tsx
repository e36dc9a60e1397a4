import { useTranslation } from "react-i18next";
import { Textarea } from "#web/ui/textarea.tsx";
import type { WorkType } from "./read-row.ts";

type WorkTextFieldProps = {
  kind: WorkType;
  text: string;
  onChange: (text: string) => void;
};

/** What a rule says to colleagues, or the title of a task. */
export const WorkTextField = ({ kind, text, onChange }: WorkTextFieldProps) => {
  const { t } = useTranslation();
  const label = t("rules.workText", { example: "{{full_name}}" });
  return (
    <div className="grid gap-1">
      <Textarea
        rows={2}
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className="text-faint text-xs">{t(`rules.workHint.${kind}`)}</p>
    </div>
  );
};

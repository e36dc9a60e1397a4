import { useTranslation } from "react-i18next";
import type { Channel } from "#domain/channels/channel.ts";
import type { RuleAction } from "#domain/rules/rule.ts";
import { Textarea } from "#web/ui/textarea.tsx";

type WorkTextFieldProps = {
  kind: Exclude<RuleAction["type"], Channel>;
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

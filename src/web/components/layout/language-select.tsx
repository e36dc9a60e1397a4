import { Languages } from "lucide-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { type Language, languages } from "#domain/language.ts";
import { cn } from "#web/lib/cn.ts";
import { currentLanguage } from "#web/lib/i18n.ts";
import { Select } from "#web/ui/select.tsx";

type LanguageSelectProps = { onChange: (language: Language) => void; className?: string };

export const LanguageSelect = memo(({ onChange, className }: LanguageSelectProps) => {
  const { t } = useTranslation();
  return (
    <Select
      aria-label={t("language.label")}
      icon={<Languages className="size-4" />}
      value={currentLanguage()}
      onChange={(event) => onChange(event.target.value as Language)}
      wrapperClassName={cn("shrink-0", className)}
      className="border-line"
    >
      {languages.map((language) => (
        <option key={language} value={language}>
          {t(`language.${language}`)}
        </option>
      ))}
    </Select>
  );
});

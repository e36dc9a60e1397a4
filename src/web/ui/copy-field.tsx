import { Check, Copy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCopy } from "#web/lib/use-copy.ts";
import { Button } from "./button.tsx";
import { Input } from "./input.tsx";

/** Read-only text with a copy button. */
export const CopyField = ({ value }: { value: string }) => {
  const { t } = useTranslation();
  const { copied, copy } = useCopy();
  return (
    <div className="flex min-w-0 gap-2">
      <Input readOnly value={value} className="min-w-0 flex-1" onFocus={(event) => event.target.select()} />
      <Button onClick={() => void copy(value)}>
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        <span aria-live="polite">{copied ? t("endpoints.copied") : t("endpoints.copy")}</span>
      </Button>
    </div>
  );
};

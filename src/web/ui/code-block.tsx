import { Check, Copy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCopy } from "#web/lib/use-copy.ts";
import { Button } from "./button.tsx";

/** Scrollable code with a copy button. */
export const CodeBlock = ({ code, label }: { code: string; label: string }) => {
  const { t } = useTranslation();
  const { copied, copy } = useCopy();
  return (
    <div className="relative min-w-0 rounded-lg border border-line bg-bg">
      <Button size="sm" aria-label={label} onClick={() => void copy(code)} className="absolute top-2 right-2">
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        <span aria-live="polite">{copied ? t("endpoints.copied") : t("endpoints.copy")}</span>
      </Button>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-lg p-3 pr-24 text-xs leading-5 focus-visible:-outline-offset-2"
      >
        <code>{code}</code>
      </pre>
    </div>
  );
};

import { Check, Copy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCopy } from "#web/lib/use-copy.ts";
import { Button } from "./button.tsx";

/** Scrollable code with a copy button. */
export const CodeBlock = ({ code, label }: { code: string; label: string }) => {
  const { t } = useTranslation();
  const { copied, copy } = useCopy();
  return (
    <div className="flex min-w-0 flex-row-reverse items-start rounded-lg border border-line bg-bg">
      {/* Beside the code, because it would hide the end of a long line. */}
      <Button
        size="sm"
        aria-label={label}
        onClick={() => void copy(code)}
        className="m-1.5 ml-0 shrink-0 max-sm:size-9 max-sm:px-0"
      >
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        <span aria-live="polite" className="max-sm:sr-only">
          {copied ? t("endpoints.copied") : t("endpoints.copy")}
        </span>
      </Button>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        className="max-h-96 min-w-0 flex-1 overflow-auto rounded-lg p-3 text-xs leading-5 focus-visible:-outline-offset-2"
      >
        <code>{code}</code>
      </pre>
    </div>
  );
};

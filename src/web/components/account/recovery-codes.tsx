import { Check, Copy, Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCopy } from "#web/lib/use-copy.ts";
import { Button } from "#web/ui/button.tsx";

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void };

/** New recovery codes, which are shown only once. */
export const RecoveryCodes = ({ codes, onDone }: RecoveryCodesProps) => {
  const { t } = useTranslation();
  const { copied, copy } = useCopy();
  const text = `${codes.join("\n")}\n`;
  return (
    <div className="grid gap-4">
      <p role="status" className="text-sm text-soft">
        {t("account.secondFactor.codesText")}
      </p>
      <ul
        aria-label={t("account.secondFactor.codes")}
        className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-6 gap-y-1.5 rounded-lg border border-line bg-bg p-3 font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => void copy(text)}>
          {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          <span aria-live="polite">{copied ? t("endpoints.copied") : t("endpoints.copy")}</span>
        </Button>
        <Button asChild>
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="faro-recovery-codes.txt"
          >
            <Download aria-hidden="true" />
            {t("account.secondFactor.download")}
          </a>
        </Button>
        <Button variant="primary" onClick={onDone}>
          {t("account.secondFactor.saved")}
        </Button>
      </div>
    </div>
  );
};

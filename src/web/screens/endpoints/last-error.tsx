import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { storedFailureText } from "#domain/ingestion/read-failure.ts";

/** The first pattern that matches the error text selects the advice. */
const adviceByPattern = [
  [/slow down|too many|\b429\b/i, "limit"],
  [/mailbox|imap|log ?in|user name or the password/i, "login"],
  [/private address|not allowed/i, "blocked"],
  [/unauthori[sz]ed|credential|access token|key was refused|\b40[13]\b/i, "refused"],
  [/reached|host name|too long|certificate|connection broke|nothing at this address/i, "reach"],
  [/signature/i, "signature"],
  [/\bkey\b/i, "key"],
] as const;

const adviceFor = (text: string) => adviceByPattern.find(([pattern]) => pattern.test(text))?.[1];

/** Known errors are shown with translated advice above the original text. */
export const LastError = ({ text }: { text: string }) => {
  const { t, i18n } = useTranslation();
  const advice = adviceFor(text);
  const own = storedFailureText(text, i18n.language === "es" ? "es" : "en");
  return (
    <div className="flex gap-2 rounded-md bg-bad-tint px-2.5 py-2 text-xs">
      <TriangleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0 text-bad" />
      <div className="min-w-0">
        <p className="break-words font-[540] text-bad">
          {t("endpoints.lastError")}: {advice ? t(`endpoints.failure.${advice}`) : own}
        </p>
        {advice && (
          <p {...(own === text ? { lang: "en" } : {})} className="break-words text-ink">
            {own}
          </p>
        )}
      </div>
    </div>
  );
};

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { setLanguage } from "#web/lib/i18n.ts";
import { LanguageSelect } from "./language-select.tsx";
import { Logo } from "./logo.tsx";
import { Seascape } from "./seascape.tsx";

type EntranceProps = { heading: string; text?: ReactNode; children: ReactNode };

/** The page around the forms with which a user gets in. */
export const Entrance = ({ heading, text, children }: EntranceProps) => {
  const { t } = useTranslation();
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] lg:grid-cols-[1.1fr_1fr] lg:grid-rows-1">
      <Seascape />
      <main className="flex flex-col px-6 py-5 sm:px-10">
        <LanguageSelect onChange={(language) => void setLanguage(language)} className="ml-auto" />
        <div className="mx-auto w-full max-w-90 py-6 lg:my-auto">
          <div className="mb-8 flex items-center gap-3">
            <Logo className="size-11 shrink-0" />
            <div>
              <p className="font-[660] text-xl leading-6 tracking-tight">Faro</p>
              <p className="text-soft text-xs">{t("brand.platform")}</p>
            </div>
          </div>
          <h1 className="font-[660] text-2xl leading-8 tracking-[-0.02em]">{heading}</h1>
          <p className="mt-1 mb-7 text-soft">{text}</p>
          {children}
        </div>
      </main>
    </div>
  );
};

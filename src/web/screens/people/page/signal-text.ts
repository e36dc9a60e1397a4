import { useTranslation } from "react-i18next";
import { useWorded } from "#web/lib/worded.ts";

/** The words of a signal, such as "Asks about: Price". */
export const useSignalText = (): ((signal: string) => string) => {
  const { t } = useTranslation();
  const worded = useWorded();
  return (signal) => {
    const [kind = "", value = ""] = signal.split(".");
    if (kind === "ask") return t("personPage.signals.asks", { topic: worded("reading.topic", value) });
    if (kind === "objection")
      return t("personPage.signals.objects", { objection: worded("reading.objection", value) });
    return worded("reading.intent", value);
  };
};

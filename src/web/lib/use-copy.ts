import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "./toast.ts";

const shownFor = 2000;

/** Copies a text, and says so for a moment. A browser that refuses is said too. */
export const useCopy = () => {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = useCallback(
    async (text: string): Promise<boolean> => {
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        toast({ title: t("error.title"), description: t("endpoints.copyFailed"), variant: "destructive" });
        return false;
      }
      setCopied(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setCopied(false), shownFor);
      return true;
    },
    [t],
  );
  return { copied, copy };
};

import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "./toast.ts";

const confirmationMs = 2000;

/** Copies text to the clipboard. `copied` is true for a moment; a denied copy shows an error toast. */
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
      timer.current = setTimeout(() => setCopied(false), confirmationMs);
      return true;
    },
    [t],
  );
  return { copied, copy };
};

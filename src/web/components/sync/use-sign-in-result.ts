import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "wouter";
import { toast } from "#web/lib/toast.ts";

const outcomes = ["connected", "refused", "failed"] as const;

/** Tells how the sign-in at a vendor ended, when its page sends the browser back. True where it did for this service. */
export const useSignInResult = (service: string, label: string): boolean => {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const outcome = outcomes.find((name) => name === params.get("oauth"));
  const isReturned = outcome !== undefined && params.get("sync") === service;
  useEffect(() => {
    if (!isReturned || !outcome) return;
    const isGood = outcome === "connected";
    toast({
      title: t(isGood ? "success.title" : "error.title"),
      description: t(`sync.connect.result.${outcome}`, { label }),
      ...(isGood ? {} : { variant: "destructive" }),
    });
    setParams(
      (current) => {
        const rest = new URLSearchParams(current);
        rest.delete("oauth");
        rest.delete("sync");
        return rest;
      },
      { replace: true },
    );
  }, [isReturned, outcome, label, setParams, t]);
  return isReturned;
};

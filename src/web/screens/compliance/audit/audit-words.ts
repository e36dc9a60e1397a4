import type { TFunction } from "i18next";
import type { AuditEntry } from "#contract/compliance.ts";

const translatedTypes = ["data_change", "settings_update", "failed_action", "sign_in"] as const;

/** A kind that has no words of ours yet is shown as it is stored. */
export const eventTypeLabel = (t: TFunction, eventType: string): string => {
  const translated = translatedTypes.find((type) => type === eventType);
  return translated ? t(`compliance.log.type.${translated}`) : eventType;
};

/** Who did it: by e-mail, by id once the account is gone, or the system itself. */
export const actorLabel = (t: TFunction, { userEmail, userId }: AuditEntry): string =>
  userEmail ?? userId ?? t("compliance.log.system");

export const statusLabel = (t: TFunction, status: string): string =>
  status === "success" || status === "failure" ? t(`compliance.log.${status}`) : status;

export const statusTone = (status: string): "ok" | "bad" => (status === "success" ? "ok" : "bad");

import type { TFunction } from "i18next";
import type { AuditLogEntry } from "#contract/compliance.ts";

const worded = ["data_change", "settings_update", "failed_action", "sign_in"] as const;

/** A kind that has no words of ours yet is shown as it is stored. */
export const eventTypeWords = (t: TFunction, eventType: string): string => {
  const known = worded.find((each) => each === eventType);
  return known ? t(`compliance.log.type.${known}`) : eventType;
};

/** Who did it: by e-mail, by id once the account is gone, or the system itself. */
export const actorWords = (t: TFunction, { userEmail, userId }: AuditLogEntry): string =>
  userEmail ?? userId ?? t("compliance.log.system");

export const statusWords = (t: TFunction, status: string): string =>
  status === "success" || status === "failure" ? t(`compliance.log.${status}`) : status;

export const statusTone = (status: string): "ok" | "bad" => (status === "success" ? "ok" : "bad");

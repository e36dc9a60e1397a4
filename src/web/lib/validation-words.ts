import i18next from "i18next";
import * as z from "zod";

/** Translates the validation errors of the contract's schemas. */
export const startValidationWords = (): void => {
  z.config({
    customError: (issue) => {
      if (issue.code === "too_small" && issue.origin === "string") {
        return Number(issue.minimum) <= 1
          ? i18next.t("validation.required")
          : i18next.t("validation.tooShort", { min: Number(issue.minimum) });
      }
      if (issue.code === "too_big" && issue.origin === "string") {
        return i18next.t("validation.tooLong", { max: Number(issue.maximum) });
      }
      if (issue.code === "invalid_format" && issue.format === "email") {
        return issue.input === "" ? i18next.t("validation.required") : i18next.t("validation.email");
      }
      if (issue.code === "invalid_format" && issue.format === "phone") return i18next.t("validation.phone");
      if (issue.code === "invalid_format" && issue.format === "timezone")
        return i18next.t("validation.timezone");
      return i18next.t("validation.invalid");
    },
  });
};

/** An empty optional text is stored as null. */
export const textOrNull = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value : null;

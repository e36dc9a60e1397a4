import i18next from "i18next";
import { config } from "zod/v4";

config({
  // Zod compiles schemas with `new Function`, which the content security policy forbids.
  jitless: true,
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

// Vite resolves `zod` to this file, so that Zod is configured before any schema is made.
// biome-ignore lint/performance/noBarrelFile: it stands for the package
export * from "zod/v4";

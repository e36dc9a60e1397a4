/** The tone of a call's outcome; others are quiet. */
export const outcomeTones: Record<string, "ok" | "sea" | "warn"> = {
  converted: "ok",
  interested: "sea",
  follow_up: "warn",
};

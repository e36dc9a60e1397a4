type Text = string | { subject: string; body: string };

export const seedNames = ["high_intent", "welcome", "follow_up", "appointment_reminder", "win_back"] as const;

/** The messages of one channel in both languages. */
export type SeedTexts = Record<(typeof seedNames)[number], { en: Text; es: Text }>;

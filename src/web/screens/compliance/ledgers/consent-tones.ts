export const consentTones = { granted: "ok", denied: "bad", unproven: "warn" } as const;

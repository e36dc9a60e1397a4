import type { Language } from "#domain/language.ts";

/** One of our sentences in both languages, or a vendor's text, which is the same in each. */
export type LocalizedText = Record<Language, string>;
export type VendorFailure = { ok: false; message: LocalizedText };
export type TestResult = { ok: true; message: LocalizedText } | VendorFailure;

const maxTextLength = 300;
/** A shorter secret would redact ordinary words. */
const minSecretLength = 4;

/** Text from a vendor as a single line of limited length. */
export const vendorText = (text: string): LocalizedText => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed
  const line = text.replaceAll(/[\u0000-\u001f\u007f\s]+/g, " ").trim();
  const cut = line.length > maxTextLength ? `${line.slice(0, maxTextLength - 1)}…` : line;
  return { en: cut, es: cut };
};

export const testPassed = (account: string | LocalizedText): TestResult => ({
  ok: true,
  message: typeof account === "string" ? vendorText(account) : account,
});
export const vendorFailure = (reason: string | LocalizedText): VendorFailure => ({
  ok: false,
  message: typeof reason === "string" ? vendorText(reason) : reason,
});

/** Some vendors repeat the rejected key in their error message. */
export const redactSecrets = (message: LocalizedText, secrets: readonly string[]): LocalizedText => {
  const redact = (text: string) =>
    secrets
      .filter((secret) => secret.length >= minSecretLength)
      .reduce((redacted, secret) => redacted.replaceAll(secret, "••••"), text);
  return { en: redact(message.en), es: redact(message.es) };
};

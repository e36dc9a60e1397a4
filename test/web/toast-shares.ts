import { accounts, aiVendors, integrations, rules, texts, toasts } from "../journeys/toast-list.ts";

const savesOf = (thing: string) =>
  ["created", "updated", "not created", "not updated"].map((happening) => `${thing} ${happening}`);
const connectionsOf = (service: string) => [`${service} connects`, `${service} does not connect`];
const settingsOf = (service: string) => [`${service} saved`, `${service} not saved`];
const tooLate = "a save that comes too late";

/** The entries of toast-list.ts that the component tests of each screen show. */
const shares = {
  "sign-in": [
    "sign-in empty",
    "sign-in refused",
    "sign-in refused in the server's words",
    "sign-in unreachable",
    "sign-in pending",
    "an empty sign-in sends no request",
    "a toast takes the place of the one before",
    "a toast stays 5000 ms",
    "F8 leads to the toast",
  ],
  people: [...savesOf("person"), "person invalid", "person's email", tooLate],
  endpoints: [
    ...savesOf("endpoint"),
    "endpoint invalid",
    "endpoint's name, URL and keys",
    tooLate,
    "endpoint URL and API key are asked for with api_key",
    "the secret key is asked for only with api_key_secret_key",
  ],
  rules: [
    ...savesOf("rule"),
    "rule invalid",
    "rule's name",
    tooLate,
    "the last trigger, condition and action cannot be removed",
  ],
  scripts: [
    ...savesOf("script"),
    "script's name and content",
    tooLate,
    ...["without content", "without a key", "without a voice", "refused", "unreachable"].map(
      (reason) => `script test ${reason}`,
    ),
    "script test refused, why",
    "script test unreachable, why",
    "script plays",
    "script testing",
    "a script without content cannot be tested",
    "a script without a voice cannot be tested in the dialog",
    "a script without a provider's key cannot be tested in the settings",
    "one script is tested at a time",
    "another language brings its accent",
    "voices are asked for only where there is a key",
  ],
  settings: [
    ...[...integrations, ...accounts, ...aiVendors].flatMap(connectionsOf),
    ...[...integrations, ...accounts, "General"].flatMap(settingsOf),
    "AI provider updated",
    "AI provider not updated",
    "an account's id",
    "user's email",
    "user's password",
  ],
  brain: ["AI provider updated", "AI provider not updated"],
  luma: ["LUMA loading", "LUMA failed"],
  holidays: ["holidays loading", "holidays failed", "holidays refused"],
  app: ["app loading", "unknown route", "a failed sign-out is logged, and the page reloads"],
} satisfies Record<string, readonly string[]>;

/** What needs the server's own URL or a real pointer, and so remains with the journey. */
const inBrowserOnly = [
  "a webhook gets a random URL on our own host",
  "a swipe of 50 px to the right dismisses a toast",
];

export const entriesOf = (share: keyof typeof shares): readonly string[] => shares[share];

/** Entries of the list that no share names. */
export const withoutShare = (): string[] => {
  const named = new Set([...Object.values(shares).flat(), ...inBrowserOnly]);
  return [...toasts.map(({ id }) => id), ...texts.map(({ id }) => id), ...rules].filter(
    (id) => !named.has(id),
  );
};

export const shareNames = Object.keys(shares);

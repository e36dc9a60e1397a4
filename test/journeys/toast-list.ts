/**
 * The toasts, texts and interaction rules of the specification's sections 5 and 8. `toasts.test.ts` shows each in a
 * browser and fails when one was not seen; `specification.test.ts` compares the list with the specification.
 */
type Toast = { id: string; title: string; description: string; isDestructive: boolean };

const toast = (id: string, title: string, description: string, isDestructive = false): Toast => ({
  id,
  title,
  description,
  isDestructive,
});
const error = (id: string, description: string, title = "Error") => toast(id, title, description, true);
const success = (id: string, description: string) => toast(id, "Success", description);

export const integrations = [
  "ElevenLabs",
  "Google Text-to-Speech",
  "HubSpot",
  "Salesforce",
  "Pipedrive",
  "Zoho CRM",
  "GoHighLevel",
  "Airtable",
  "Google Sheets",
  "Asana",
  "Mailchimp",
  "SendGrid",
  "Facebook",
  "LinkedIn",
  "X",
  "Slack",
  "Zapier",
  "Telegram",
  "Make",
  "n8n",
] as const;
export const accounts = ["Twilio", "WhatsApp", "Maps"] as const;
export const aiVendors = [
  "OpenAI",
  "DeepSeek",
  "Google Gemini",
  "xAI Grok",
  "Anthropic",
  "Compatible (OpenAI API)",
] as const;
const things = ["person", "endpoint", "rule", "script"] as const;
const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export const toasts: readonly Toast[] = [
  error("sign-in empty", "Please enter both email and password", "Validation Error"),
  error("sign-in refused", "Invalid email or password", "Login Failed"),
  error(
    "sign-in refused in the server's words",
    "Too many attempts. Please wait a moment and try again",
    "Login Failed",
  ),
  error("sign-in unreachable", "Invalid email or password", "Login Failed"),
  ...things.flatMap((thing) => [
    success(`${thing} created`, `${capitalised(thing)} created successfully`),
    success(`${thing} updated`, `${capitalised(thing)} updated successfully`),
    error(`${thing} not created`, `Failed to create ${thing}`),
    error(`${thing} not updated`, `Failed to update ${thing}`),
  ]),
  ...(["person", "endpoint", "rule"] as const).map((thing) =>
    error(`${thing} invalid`, "Please check your input data"),
  ),
  success("AI provider updated", "AI provider updated successfully"),
  error("AI provider not updated", "Failed to update AI provider"),
  ...[...accounts, "General"].flatMap((service) => [
    success(`${service} saved`, `${service} configuration saved successfully`),
    error(`${service} not saved`, `Failed to save ${service} configuration`),
  ]),
  ...integrations.flatMap((service) => [
    success(`${service} saved`, `${service} integration saved successfully`),
    error(`${service} not saved`, `Failed to save ${service} integration`),
  ]),
  ...[...aiVendors, ...accounts, ...integrations].flatMap((service) => [
    toast(`${service} connects`, "Connection Test", `${service} connection successful`),
    error(`${service} does not connect`, `Failed to connect to ${service}`, "Connection Test Failed"),
  ]),
  error("script test without content", "Please fill in script content"),
  error(
    "script test without a key",
    "Please select a voice and ensure the voice provider API key is configured",
  ),
  error(
    "script test without a voice",
    "Script missing content, voice, or the voice provider API key not configured",
  ),
  error("script test refused", "Failed to test script audio"),
  error("script test unreachable", "Failed to test script audio"),
  toast("script plays", "Playing Script", "Spoken in the journey"),
];

type Text = { id: string; text: string };

/** Texts at a field, in a card or on a page. */
export const texts: readonly Text[] = [
  { id: "person's email", text: "Enter a valid email address" },
  { id: "endpoint's name, URL and keys", text: "This field is required" },
  { id: "rule's name", text: "This field is required" },
  { id: "script's name and content", text: "This field is required" },
  { id: "user's email", text: "Enter a valid email address" },
  { id: "user's password", text: "Use at least 8 characters" },
  {
    id: "a save that comes too late",
    text: "Someone else changed this in the meantime. Reload to see the newest version",
  },
  { id: "an account's id", text: "This value is not valid" },
  { id: "script test refused, why", text: "Invalid API key" },
  { id: "script test unreachable, why", text: "Unknown error" },
  { id: "app loading", text: "Loading..." },
  { id: "sign-in pending", text: "Signing In..." },
  { id: "script testing", text: "Testing..." },
  { id: "LUMA loading", text: "Loading LUMA outage data..." },
  { id: "LUMA failed", text: "Failed to load LUMA outage data" },
  { id: "holidays loading", text: "Loading holidays data..." },
  { id: "holidays failed", text: "Failed to load holidays data" },
  { id: "holidays refused", text: "Failed to fetch holidays" },
  { id: "unknown route", text: "Page Not Found" },
];

export const rules: readonly string[] = [
  "an empty sign-in sends no request",
  "a failed sign-out is logged, and the page reloads",
  "endpoint URL and API key are asked for with api_key",
  "the secret key is asked for only with api_key_secret_key",
  "a webhook gets a random URL on our own host",
  "the last trigger, condition and action cannot be removed",
  "a script without content cannot be tested",
  "a script without a voice cannot be tested in the dialog",
  "a script without a provider's key cannot be tested in the settings",
  "one script is tested at a time",
  "another language brings its accent",
  "voices are asked for only where there is a key",
  "a toast takes the place of the one before",
  "a toast stays 5000 ms",
  "F8 leads to the toast",
  "a swipe of 50 px to the right dismisses a toast",
];

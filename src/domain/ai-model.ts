/** A retired model stays in the list, marked as retired. */
export type AiModel = { id: string; retiredAt?: string };
export type AiVendor = { id: string; name: string; models: readonly AiModel[] };

/** The specification's models first, then current ones. Dates as published by the vendors until November 2026. */
export const aiVendors: readonly AiVendor[] = [
  {
    id: "openai",
    name: "OpenAI",
    models: [
      { id: "gpt-4o", retiredAt: "2027-01-14" },
      { id: "gpt-4-turbo", retiredAt: "2026-10-23" },
      { id: "gpt-3.5-turbo", retiredAt: "2026-10-23" },
      { id: "gpt-6-luna" },
      { id: "gpt-5.6-luna" },
    ],
  },
  {
    id: "deepseek",
    name: "DeepSeek",
    models: [
      { id: "deepseek-chat", retiredAt: "2026-07-24" },
      { id: "deepseek-coder", retiredAt: "2024-09-05" },
      { id: "deepseek-flash" },
      { id: "deepseek-v4-pro" },
    ],
  },
  {
    id: "gemini",
    name: "Google Gemini",
    models: [
      { id: "gemini-2.5-flash", retiredAt: "2026-10-31" },
      { id: "gemini-2.5-pro", retiredAt: "2026-10-31" },
      { id: "gemini-3.5-flash-lite" },
      { id: "gemini-3.8-flash" },
    ],
  },
  {
    id: "grok",
    name: "xAI Grok",
    models: [
      { id: "grok-2-1212", retiredAt: "2026-05-15" },
      { id: "grok-2-vision-1212", retiredAt: "2026-05-15" },
      { id: "grok-4.3" },
    ],
  },
];

export const isRetired = (model: AiModel, today: string): boolean =>
  model.retiredAt !== undefined && model.retiredAt <= today;

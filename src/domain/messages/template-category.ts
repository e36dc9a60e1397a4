/** The categories under which WhatsApp approves templates, as far as they decide what may be sent. */
export const templateCategories = ["marketing", "utility"] as const;
export type TemplateCategory = (typeof templateCategories)[number];

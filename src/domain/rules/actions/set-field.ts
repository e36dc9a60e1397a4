import * as z from "zod";
import { defineAction } from "#domain/rules/kinds.ts";

/** Sets a custom field; its text is the key of the field, an equals sign and the value, and without a value it empties it. */
export const setFieldAction = defineAction({
  id: "set_field",
  fields: z.object({ template: z.string().min(1).max(60), value: z.string().max(500) }),
  read: ({ template }) => {
    const at = template.indexOf("=");
    return {
      template: (at < 0 ? template : template.slice(0, at)).trim(),
      value: at < 0 ? "" : template.slice(at + 1).trim(),
    };
  },
  compile: ({ template, value }) => ({ step: "field", key: template, text: value }),
});

import * as z from "zod";
import { type ActionKind, defineAction } from "#domain/rules/kinds.ts";
import type { ActionType } from "#domain/rules/rule.ts";

const name = /^[a-z0-9][a-z0-9_-]{0,79}$/i;

/** A message whose template field holds a template's name; anything that cannot be a name is the message itself. */
export const defineMessageAction = <Id extends ActionType>(id: Id, longest: number): ActionKind<Id> =>
  defineAction({
    id,
    fields: z.object({
      template: z
        .string()
        .min(1)
        .max(longest)
        .meta({ examples: ["high_intent", "welcome"] }),
    }),
    read: ({ template }) => ({ template: template.trim() }),
    compile: ({ template }) =>
      name.test(template)
        ? { channel: id, template: template.toLowerCase(), is: "name" }
        : { channel: id, template, is: "text" },
  });

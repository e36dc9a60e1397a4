import type { MappingTemplate } from "./mapping.ts";
import { formPresets } from "./mapping-presets-forms.ts";
import { toolPresets } from "./mapping-presets-tools.ts";

/** A mapping to begin with, for what a well-known system sends, with an example of it. */
export type MappingPreset = {
  id: string;
  name: string;
  template: MappingTemplate;
  sample: unknown;
};

/** Every preset. Add one: an object in the list of its kind. */
export const mappingPresets: readonly MappingPreset[] = [...formPresets, ...toolPresets];

import type { MappingPreset } from "./mapping.ts";
import { formPresets } from "./mapping-presets-forms.ts";
import { toolPresets } from "./mapping-presets-tools.ts";

export const mappingPresets: readonly MappingPreset[] = [...formPresets, ...toolPresets];

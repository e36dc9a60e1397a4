import type { EvaluationKind } from "./evaluation-kind.ts";
import { messagesKind } from "./message-figures.ts";
import { optOutKind } from "./opt-out-figures.ts";
import { safetyKindOfFiles } from "./safety-figures.ts";
import { supportKind } from "./support-figures.ts";
import { valuesKind } from "./value-figures.ts";

/** A new kind of labelled files is a file and a line here. */
export const evaluationKinds: readonly EvaluationKind[] = [
  messagesKind,
  optOutKind,
  safetyKindOfFiles,
  valuesKind,
  supportKind,
];

import { useCallback } from "react";
import { useWorded } from "./worded.ts";

/** Said by itself, without the name of its field. */
const plainFields: readonly string[] = ["text", "words"];
/** Ids, which only the details of an entry show. */
const idFields: readonly string[] = ["eventId"];

type ProofText = (proof: Record<string, unknown> | null, withIds?: boolean) => string | null;

/** The proof of a consent as one line: the operator's note, or the recorded fields by name. */
export const useConsentProof = (): ProofText => {
  const worded = useWorded();
  return useCallback<ProofText>(
    (proof, withIds = false) => {
      if (!proof) return null;
      const parts = Object.entries(proof).flatMap(([name, value]) => {
        if (value === null || value === undefined || value === "") return [];
        if (!withIds && idFields.includes(name)) return [];
        const text = typeof value === "object" ? JSON.stringify(value) : String(value);
        return [
          plainFields.includes(name) ? text : `${worded("compliance.ledger.proofField", name)}: ${text}`,
        ];
      });
      return parts.join(" · ") || null;
    },
    [worded],
  );
};

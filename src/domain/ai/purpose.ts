/** What a model is asked for. Each purpose is one file of `server/ai/features`. */
export const aiPurposes = [
  "read_message",
  "summarise_person",
  "converse",
  "summarise_call",
  "embed_knowledge",
  "suggest_reply",
  "edit_text",
  "summarise_thread",
  "classify_person",
  "extract_value",
  "draft_answer",
] as const;
export type AiPurpose = (typeof aiPurposes)[number];

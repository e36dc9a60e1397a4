export const knowledgeKinds = ["question", "document"] as const;
export type KnowledgeKind = (typeof knowledgeKinds)[number];

export const knowledgeStatuses = ["draft", "approved"] as const;
export type KnowledgeStatus = (typeof knowledgeStatuses)[number];

/** A piece of the knowledge base that fits a question. */
export type Passage = {
  id: string;
  entryId: string;
  /** The question, or the heading of a document. */
  title: string;
  text: string;
  language: string | null;
  /** Between 0 and 1: how well it fits. */
  fit: number;
};

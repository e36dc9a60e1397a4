import { useQuery } from "@tanstack/react-query";
import { knowledgeApi } from "#contract/knowledge.ts";
import { apiQuery } from "#web/lib/api.ts";

/** The approved entries of the knowledge base, which the agent may use. */
export const useKnowledgeEntries = () =>
  useQuery(apiQuery(knowledgeApi.list, { query: { status: "approved" } }));

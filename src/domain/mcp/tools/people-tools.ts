import * as z from "zod";
import { languages } from "#domain/language.ts";
import { peopleFilterFields } from "#domain/mcp/people-filter.ts";
import { changes, defineTool, reads } from "#domain/mcp/tool.ts";
import {
  channel,
  cursor,
  idempotencyKey,
  pageLimit,
  personId,
  purpose,
  reason,
} from "#domain/mcp/tool-fields.ts";
import { peopleSorts, sortDirections } from "#domain/people-sort.ts";
import { personStatuses, personTypes, tagSchema } from "#domain/person.ts";

const name = z.string().trim().max(200);

export const peopleTools = [
  defineTool({
    name: "search_people",
    title: "Search people",
    description:
      "Leads and customers by words in name, address or tags, by type, stage, tag, scores, consent, last contact or segment, sorted. Addresses are masked.",
    scope: "people:read",
    access: "viewer",
    annotations: reads,
    input: z.strictObject({
      query: z.string().trim().max(200).optional(),
      type: z.enum(personTypes).optional(),
      stage: z.enum(personStatuses).optional(),
      tag: tagSchema.optional(),
      ...peopleFilterFields,
      segment: name.min(1).optional().describe("Name or id; an unknown one is answered with all names"),
      sort: z.enum(peopleSorts).default("updated").describe("score: intent"),
      direction: z.enum(sortDirections).optional(),
      limit: pageLimit,
      cursor,
    }),
  }),
  defineTool({
    name: "get_person",
    title: "Get person",
    description:
      "A person: stage, scores, consents, preferred channel, best time, next best action, open tasks.",
    scope: "people:read",
    access: "viewer",
    annotations: reads,
    input: z.strictObject({ personId }),
  }),
  defineTool({
    name: "explain_decision",
    title: "Explain decision",
    description:
      "Why a message was sent, waits or was stopped (actionId), or why a rule did or did not reach a person (ruleId and personId).",
    scope: "people:read",
    access: "viewer",
    annotations: reads,
    input: z.strictObject({
      actionId: z.uuid().optional(),
      ruleId: z.uuid().optional(),
      personId: personId.optional(),
    }),
  }),
  defineTool({
    name: "preview_send",
    title: "Preview send",
    description:
      "What the gate would decide now for a person on each channel, the text of a template, and the cost. Nothing is sent.",
    scope: "people:read",
    access: "viewer",
    annotations: reads,
    input: z.strictObject({
      personId,
      channel: channel.optional().describe("All channels where left out"),
      template: z.string().trim().min(1).max(200).optional(),
      purpose,
    }),
  }),
  defineTool({
    name: "create_person",
    title: "Create person",
    description: "Add a lead or customer. Consents cannot be granted here.",
    scope: "people:write",
    access: "operator",
    annotations: changes,
    input: z.strictObject({
      firstName: name.optional(),
      lastName: name.optional(),
      email: z.string().trim().max(254).optional(),
      phone: z.string().trim().max(40).optional().describe("With country code"),
      type: z.enum(personTypes).default("lead"),
      language: z.enum(languages).optional(),
      tags: z.array(tagSchema).max(50).optional(),
      idempotencyKey,
    }),
  }),
  defineTool({
    name: "update_person",
    title: "Update person",
    description:
      "Change names, tags, stage or language. Fields left out stay; tags replace all tags. Messages quote names: new names wait until an operator approves them.",
    scope: "people:write",
    access: "operator",
    annotations: changes,
    input: z.strictObject({
      personId,
      firstName: name.optional(),
      lastName: name.optional(),
      stage: z.enum(personStatuses).optional(),
      language: z.enum(languages).optional(),
      tags: z.array(tagSchema).max(50).optional(),
      reason: reason.optional(),
      idempotencyKey,
    }),
  }),
  defineTool({
    name: "add_note",
    title: "Add note",
    description: "Write a note on a person that only colleagues see.",
    scope: "people:write",
    access: "operator",
    annotations: changes,
    input: z.strictObject({ personId, text: z.string().trim().min(1).max(5000), idempotencyKey }),
  }),
  defineTool({
    name: "create_task",
    title: "Create task",
    description: "Add a task about a person for a colleague.",
    scope: "people:write",
    access: "operator",
    annotations: changes,
    input: z.strictObject({
      personId,
      title: z.string().trim().min(1).max(200),
      dueAt: z.iso.datetime({ offset: true }).optional(),
      idempotencyKey,
    }),
  }),
] as const;

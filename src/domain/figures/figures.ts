import { answerRate } from "./answer-rate.ts";
import { answerTime } from "./answer-time.ts";
import { answerTimeBy } from "./answer-time-by.ts";
import { answerTimeOpen } from "./answer-time-open.ts";
import { callsBy } from "./calls-by.ts";
import { callsTalked } from "./calls-talked.ts";
import { complaints } from "./complaints.ts";
import { conversationsOpened } from "./conversations-opened.ts";
import { conversion } from "./conversion.ts";
import { cost } from "./cost.ts";
import { costPerAnswer } from "./cost-per-answer.ts";
import { costPerConversion } from "./cost-per-conversion.ts";
import { creditEven } from "./credit-even.ts";
import { creditFirst } from "./credit-first.ts";
import { creditLast } from "./credit-last.ts";
import { delivered } from "./delivered.ts";
import { deliveredByRule } from "./delivered-by-rule.ts";
import { deliveredByTemplate } from "./delivered-by-template.ts";
import { deliveredByVendor } from "./delivered-by-vendor.ts";
import { failed } from "./failed.ts";
import { failedByRule } from "./failed-by-rule.ts";
import { failedByTemplate } from "./failed-by-template.ts";
import { failedByVendor } from "./failed-by-vendor.ts";
import type { Figure } from "./figure.ts";
import { firstAnswer } from "./first-answer.ts";
import { firstAnswerBy } from "./first-answer-by.ts";
import { firstAnswerOpen } from "./first-answer-open.ts";
import { handedByRule } from "./handed-by-rule.ts";
import { handedByTemplate } from "./handed-by-template.ts";
import { handedByVendor } from "./handed-by-vendor.ts";
import { handled } from "./handled.ts";
import { leadAnswered } from "./lead-answered.ts";
import { leadQualified } from "./lead-qualified.ts";
import { messagesPlanned } from "./messages-planned.ts";
import { newLeads } from "./new-leads.ts";
import { notSent } from "./not-sent.ts";
import { optOuts } from "./opt-outs.ts";
import { paceConversion } from "./pace-conversion.ts";
import { paceLeads } from "./pace-leads.ts";
import { price } from "./price.ts";
import { speedToHuman } from "./speed-to-human.ts";
import { speedToLead } from "./speed-to-lead.ts";
import { tasksDoneBy } from "./tasks-done-by.ts";
import { timeLost } from "./time-lost.ts";
import { timeToAnswer } from "./time-to-answer.ts";
import { timeToConversion } from "./time-to-conversion.ts";
import { timeToQualified } from "./time-to-qualified.ts";
import { unknown } from "./unknown.ts";
import { waited } from "./waited.ts";
import { writtenBy } from "./written-by.ts";

/** Every figure of the reports. To add one: its file, a line here, its place in `tables.ts`, and its texts. */
export const figures = {
  new_leads: newLeads,
  speed_to_lead: speedToLead,
  speed_to_human: speedToHuman,
  lead_answered: leadAnswered,
  time_to_answer: timeToAnswer,
  lead_qualified: leadQualified,
  time_to_qualified: timeToQualified,
  conversion: conversion,
  time_to_conversion: timeToConversion,
  cost: cost,
  cost_per_answer: costPerAnswer,
  cost_per_conversion: costPerConversion,
  pace_leads: paceLeads,
  pace_conversion: paceConversion,
  credit_first: creditFirst,
  credit_last: creditLast,
  credit_even: creditEven,
  conversations_opened: conversationsOpened,
  first_answer: firstAnswer,
  first_answer_open: firstAnswerOpen,
  answer_time: answerTime,
  answer_time_open: answerTimeOpen,
  handled: handled,
  messages_planned: messagesPlanned,
  delivered: delivered,
  failed: failed,
  unknown: unknown,
  price: price,
  answer_rate: answerRate,
  handed_by_vendor: handedByVendor,
  delivered_by_vendor: deliveredByVendor,
  failed_by_vendor: failedByVendor,
  handed_by_rule: handedByRule,
  delivered_by_rule: deliveredByRule,
  failed_by_rule: failedByRule,
  handed_by_template: handedByTemplate,
  delivered_by_template: deliveredByTemplate,
  failed_by_template: failedByTemplate,
  not_sent: notSent,
  waited: waited,
  time_lost: timeLost,
  opt_outs: optOuts,
  complaints: complaints,
  first_answer_by: firstAnswerBy,
  answer_time_by: answerTimeBy,
  written_by: writtenBy,
  calls_by: callsBy,
  tasks_done_by: tasksDoneBy,
  calls_talked: callsTalked,
} as const satisfies Record<string, Figure>;
export type FigureName = keyof typeof figures;
export const figureNames = Object.keys(figures) as [FigureName, ...FigureName[]];

import { describe, expect, test } from "vitest";
import { auditEventLabels, auditStatusLabels } from "#domain/audit/audit-labels.ts";
import {
  actionStatusLabels,
  callOutcomeLabels,
  channelLabels,
  consentMethodLabels,
  consentPurposeLabels,
  consentStateLabels,
  personStatusLabels,
  personTypeLabels,
  roleLabels,
  suppressionScopeLabels,
  suppressionSourceLabels,
  suppressionStateLabels,
  usageKindLabels,
  type ValueLabels,
} from "#domain/texts/value-labels.ts";
import en from "#web/locales/en.json" with { type: "json" };
import es from "#web/locales/es.json" with { type: "json" };

type Texts = Record<string, unknown>;

const cases: [string, ValueLabels<string>, (texts: typeof en) => Texts][] = [
  ["channels", channelLabels, (texts) => texts.people.channel],
  ["states of consents", consentStateLabels, (texts) => texts.compliance.ledger.state],
  ["states of opt-outs", suppressionStateLabels, (texts) => texts.compliance.ledger.state],
  ["scopes of opt-outs", suppressionScopeLabels, (texts) => texts.compliance.ledger.scope],
  ["sources of opt-outs", suppressionSourceLabels, (texts) => texts.reasons.source],
  ["purposes", consentPurposeLabels, (texts) => texts.compliance.ledger.purpose],
  ["methods of consents", consentMethodLabels, (texts) => texts.compliance.ledger.method],
  ["statuses of messages", actionStatusLabels, (texts) => texts.reasons.status],
  ["kinds of costs", usageKindLabels, (texts) => texts.dashboard.cost.kind],
  ["types of people", personTypeLabels, (texts) => texts.people.type],
  ["stages", personStatusLabels, (texts) => texts.people.status],
  ["roles", roleLabels, (texts) => texts.role],
  ["outcomes of calls", callOutcomeLabels, (texts) => texts.voice.outcome],
  ["audit events", auditEventLabels, (texts) => texts.compliance.log.type],
  ["audit statuses", auditStatusLabels, (texts) => texts.compliance.log],
];

describe("files and audit entries say what the screens say", () => {
  test.each(cases)("%s", (_name, labels, read) => {
    for (const [value, { en: english, es: spanish }] of Object.entries(labels)) {
      expect([value, english]).toEqual([value, read(en)[value]]);
      expect([value, spanish]).toEqual([value, read(es as typeof en)[value]]);
    }
  });
});

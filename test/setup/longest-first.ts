import { BaseSequencer, type TestSpecification } from "vitest/node";

/** A worker serves one project: files of a project stay together, and the project of short files is last. */
const projectOrder = ["unit", "components", "chaos", "journeys", "integration"];

/** The files that take long on a machine without results of earlier runs, the longest of each project first. */
const longFiles = [
  "test/unit/reader.test.ts",
  "src/server/db/embedded/binaries.test.ts",
  "test/unit/gate.test.ts",
  "src/server/data-dir.test.ts",
  "src/server/mapping/engine.test.ts",
  "src/web/screens/settings/settings-screen.test.tsx",
  "test/journeys/first-start.test.ts",
  "test/journeys/toasts.test.ts",
  "test/journeys/inbox.test.ts",
  "test/journeys/voice-call.test.ts",
  "test/journeys/import.test.ts",
  "test/journeys/people-views.test.ts",
  "test/journeys/brain.test.ts",
  "test/journeys/delivery.test.ts",
  "test/journeys/work-integrations.test.ts",
  "test/journeys/person-fields.test.ts",
  "test/journeys/go-live.test.ts",
  "test/journeys/lead-forms.test.ts",
  "test/journeys/second-factor.test.ts",
  "test/chaos/kill-send.test.ts",
  "test/chaos/kill-import.test.ts",
  "test/chaos/kill-sync.test.ts",
  "test/chaos/kill-ingest.test.ts",
  "test/embedded-postgres.test.ts",
  "test/start.test.ts",
  "test/commands.test.ts",
  "test/people-vendors.test.ts",
  "test/inbox-auto-reply.test.ts",
  "test/work-integrations.test.ts",
  "test/voice-faults.test.ts",
  "test/inbox-ai.test.ts",
  "test/voice-agent.test.ts",
  "test/people-sync.test.ts",
  "test/record-scope.test.ts",
  "test/outage.test.ts",
  "test/import-endings.test.ts",
  "test/import.test.ts",
  "test/jobs.test.ts",
  "test/outgoing-webhooks.test.ts",
  "test/migrations.test.ts",
  "test/bulk-changes.test.ts",
  "test/sendgrid.test.ts",
  "test/demo.test.ts",
  "test/import-exports.test.ts",
  "test/inbox.test.ts",
  "test/mcp.test.ts",
  "test/refusals.test.ts",
  "test/lead-forms.test.ts",
  "test/dead-letters.test.ts",
  "test/access.test.ts",
  "test/demo-workspace.test.ts",
  "test/dashboard.test.ts",
  "test/public-data.test.ts",
  "test/backup.test.ts",
];

const rank = ({ project, moduleId }: TestSpecification): number => {
  const place = longFiles.findIndex((file) => moduleId.endsWith(`/${file}`));
  return projectOrder.indexOf(project.name) * 1000 + (place < 0 ? longFiles.length : place);
};

/** Starts long files first, so that none of them is left alone at the end of a run. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { PersonField } from "#contract/person-fields.ts";
import { readFieldValue } from "#domain/people/field-kinds.ts";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import {
  convertFieldValues,
  listPersonFields,
  readFieldPage,
  type StoredFieldValue,
} from "#server/store/people/person-fields.ts";

const pageSize = 2000;

const changedValues = (page: StoredFieldValue[], field: PersonField) =>
  page.flatMap(({ id, value }) => {
    const reading = readFieldValue(value, field);
    const isChanged =
      "value" in reading && reading.value !== null && !isDeepStrictEqual(reading.value, value);
    return isChanged ? [{ id, before: value, after: reading.value }] : [];
  });

const convertField = async ({ database, write }: JobContext, field: PersonField): Promise<void> => {
  let afterId: string | null = null;
  for (;;) {
    const page: StoredFieldValue[] = await readFieldPage(database.db, field.key, afterId, pageSize);
    const changed = changedValues(page, field);
    if (changed.length > 0)
      await write(system, async ({ tx, touch }) => {
        await convertFieldValues(tx, field.key, changed);
        touch("people");
      });
    afterId = page.at(-1)?.id ?? null;
    if (page.length < pageSize) return;
  }
};

/** After a change of a field's kind: stores values that read under the new kind in its form; the others stay. */
export const convertPersonField = defineJob({
  name: "convert-person-field",
  payload: z.object({ key: z.string() }),
  retry: retryPolicies.scheduledJob,
  batchSize: 10,
  run: async (batch, context) => {
    const keys = new Set(batch.map(({ key }) => key));
    const fields = await listPersonFields(context.database.db);
    for (const field of fields) if (keys.has(field.key)) await convertField(context, field);
  },
});

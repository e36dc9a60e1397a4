import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob } from "#server/jobs/job.ts";
import { takeDueTasks } from "#server/store/conversations/tasks.ts";
import { addNotifications } from "#server/store/workspace/notifications.ts";

const batchSize = 500;

/** Reminds the owner of a task when it is due, or all users where it has none. */
export const remindTasks = defineJob({
  name: "remind-tasks",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 10,
  schedule: "* * * * *",
  run: async (_batch, { write }) => {
    let reminded: number;
    do {
      reminded = await write(system, async ({ tx, touch }) => {
        const tasks = await takeDueTasks(tx, batchSize);
        await addNotifications(
          tx,
          tasks.map(({ personId, person, title, ownerId }) => ({
            kind: "task_due" as const,
            params: { title, person: person ?? "" },
            link: `/inbox/${personId}`,
            userId: ownerId,
          })),
        );
        if (tasks.length > 0) touch("notifications", "threads");
        return tasks.length;
      });
    } while (reminded === batchSize);
  },
});

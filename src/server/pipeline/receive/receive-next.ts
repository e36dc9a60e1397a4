import { isConnectionLost, isDeadlock, isLockTimeout, isStatementTimeout } from "#server/db/errors.ts";
import type { Log } from "#server/log.ts";
import { workWaitingMessage } from "./receive-message.ts";
import type { ReceiveContext } from "./record-inbound.ts";
import { setEventAside } from "./set-aside.ts";

/** Another transaction held the locks for too long, or the database was away. */
const mayWorkLater = (error: unknown): boolean =>
  isConnectionLost(error) || isLockTimeout(error) || isStatementTimeout(error) || isDeadlock(error);

/** Works off one message that waits; one that cannot be worked off at all is set aside. Returns whether there was one. */
export const receiveNext = async (context: ReceiveContext & { log: Log }): Promise<boolean> => {
  let claimed: string | undefined;
  try {
    return await workWaitingMessage(context, (id) => {
      claimed = id;
    });
  } catch (error) {
    if (claimed === undefined || mayWorkLater(error)) throw error;
    await setEventAside(claimed, error, context);
    return true;
  }
};

import { type ChildProcess, fork } from "node:child_process";
import {
  type FailedExpression,
  failedExpression,
  type ProcessMessage,
  type WorkerReply,
  type WorkerRequest,
} from "./worker-messages.ts";

export type JsonataProcessOptions = {
  timeBoxMs: number;
  idleMs: number;
  onReply: (reply: WorkerReply) => void;
  /** The process has ended while it evaluated the expression at `index` of the batch; undefined when not known. */
  onLost: (failure: FailedExpression, index: number | undefined) => void;
};

/** One child process at a time: started with the first batch, killed when idle, stuck or broken. */
export type JsonataProcess = {
  post: (request: WorkerRequest) => void;
  /** No batch is running: the child no longer keeps this process alive and ends after a while. */
  becomeIdle: () => void;
  end: () => void;
};

export const createJsonataProcess = ({
  timeBoxMs,
  idleMs,
  onReply,
  onLost,
}: JsonataProcessOptions): JsonataProcess => {
  let running: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  const end = (): void => {
    const child = running;
    running = undefined;
    clearTimeout(idleTimer);
    child?.removeAllListeners();
    // A message to a child that was killed meanwhile reports an error.
    child?.on("error", () => {});
    child?.kill("SIGKILL");
  };

  /** Ignored for a child that was already replaced. */
  const lose = (child: ChildProcess, failure: FailedExpression, index?: number): void => {
    if (running !== child) return;
    end();
    onLost(failure, index);
  };

  const start = (): ChildProcess => {
    const child = fork(new URL("./jsonata-main.ts", import.meta.url), [String(timeBoxMs)], {
      // No secret of this process is in the environment of the expressions.
      env: {},
      execArgv: ["--disable-warning=ExperimentalWarning"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    child.on("message", (message: ProcessMessage) => {
      if (running !== child) return;
      if ("reply" in message) onReply(message.reply);
      else lose(child, message.lost, message.index ?? undefined);
    });
    child.on("error", (error) => lose(child, failedExpression(error.message)));
    child.on("exit", () => lose(child, failedExpression("It takes too much memory")));
    return child;
  };

  return {
    post: (request) => {
      clearTimeout(idleTimer);
      running ??= start();
      running.ref();
      running.channel?.ref();
      running.send(request);
    },
    becomeIdle: () => {
      running?.unref();
      running?.channel?.unref();
      idleTimer = setTimeout(end, idleMs).unref();
    },
    end,
  };
};

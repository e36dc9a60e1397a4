import type { FaroProcess } from "../process.ts";

/** Lets a process of the product be asked for its memory. */
export const inspectedEnv = { NODE_OPTIONS: "--inspect=127.0.0.1:0" };

type Message = {
  id?: number;
  method?: string;
  params?: Record<string, string>;
  result?: object;
  error?: object;
};
type HeapUsage = { usedSize: number; backingStorageSize: number };

/** A session of Node's inspector with one thread. */
const openSession = (send: (text: string) => void) => {
  const waiting = new Map<number, (message: Message) => void>();
  let lastId = 0;
  return {
    call: (method: string, params: object = {}) =>
      new Promise<object | undefined>((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, ({ result, error }) =>
          error ? reject(new Error(`${method}: ${JSON.stringify(error)}`)) : resolve(result),
        );
        send(JSON.stringify({ id: lastId, method, params }));
      }),
    receive: (text: string): Message => {
      const message = JSON.parse(text) as Message;
      if (message.id !== undefined) {
        waiting.get(message.id)?.(message);
        waiting.delete(message.id);
      }
      return message;
    },
  };
};
type Session = ReturnType<typeof openSession>;

const readRetained = async ({ call }: Session): Promise<number> => {
  await call("HeapProfiler.collectGarbage");
  const { usedSize, backingStorageSize } = (await call("Runtime.getHeapUsage")) as HeapUsage;
  return usedSize + backingStorageSize;
};

/**
 * Opens the inspector of a process that was started with `inspectedEnv`. It must be closed before the process is
 * stopped, because Node waits for it.
 */
export const openRetainedMemory = async ({ printed }: FaroProcess) => {
  const [, url] = /Debugger listening on (ws:\S+)/.exec(printed()) ?? [];
  if (url === undefined) throw new Error("The process has no inspector");
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error("The inspector refused the connection"));
  });
  const main = openSession((text) => socket.send(text));
  /** The session with a worker thread is carried in messages of the main thread's session. */
  const threads = new Map<string, Session>();
  socket.onmessage = ({ data }) => {
    const { method, params: { sessionId = "", message = "" } = {} } = main.receive(String(data));
    if (method === "NodeWorker.receivedMessageFromWorker") threads.get(sessionId)?.receive(message);
    if (method === "NodeWorker.attachedToWorker")
      threads.set(
        sessionId,
        openSession((text) => main.call("NodeWorker.sendMessageToWorker", { sessionId, message: text })),
      );
  };
  await main.call("NodeWorker.enable", { waitForDebuggerOnStart: false });
  if (threads.size === 0) throw new Error("The inspector knows no worker thread");
  return {
    /** What the threads of the process retain after a garbage collection, in MB. */
    readMb: async (): Promise<number> => {
      let bytes = 0;
      for (const session of [main, ...threads.values()]) bytes += await readRetained(session);
      return bytes / 1024 / 1024;
    },
    close: () => socket.close(),
  };
};

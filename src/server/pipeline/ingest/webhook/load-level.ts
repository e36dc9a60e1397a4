/**
 * How hard the door is pressed. In a `flow` events come so fast that whoever reads them gains by reading many
 * together; in a `flood` senders are queueing for the next commit, and the door goes first. In a `file` they come as
 * fast, yet hardly two ever meet: one sender awaits each answer before the next, and loses each moment we take.
 */
export type Press = "calm" | "flow" | "file" | "flood";

/** From so many a second on it is a flow, and with so many in a commit a flood; looked at so often. */
const flowPerSecond = 500;
const floodRows = 20;
const windowMs = 50;
/** Another sender now and then does not make a crowd of a file. */
const fewMeetings = 0.02;

export const createPressGauge = (clock: () => number) => {
  let since = clock();
  let rows = 0;
  let commits = 0;
  let meetings = 0;
  let press: Press = "calm";
  const judge = (elapsed: number): Press => {
    if ((rows * 1000) / elapsed < flowPerSecond) return "calm";
    if (meetings <= rows * fewMeetings) return "file";
    return rows / commits >= floodRows ? "flood" : "flow";
  };
  return {
    /** An event came while a commit was under way. */
    met: (): void => {
      meetings += 1;
    },
    committed: (more: number): Press => {
      rows += more;
      commits += 1;
      const elapsed = clock() - since;
      if (elapsed < windowMs) return press;
      press = judge(elapsed);
      since += elapsed;
      rows = commits = meetings = 0;
      return press;
    },
  };
};

/** Calls at once, then at most every `ms`, with the newest value. */
export const throttle = <T>(ms: number, call: (value: T) => void): ((value: T) => void) => {
  let isResting = false;
  let latest: { value: T } | undefined;
  const run = (value: T): void => {
    call(value);
    isResting = true;
    setTimeout(() => {
      isResting = false;
      const next = latest;
      latest = undefined;
      if (next) run(next.value);
    }, ms);
  };
  return (value) => {
    if (isResting) latest = { value };
    else run(value);
  };
};

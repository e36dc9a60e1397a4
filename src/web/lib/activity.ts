/** After a minute without input, requests come from live updates, not from the user. */
const idleAfterMs = 60_000;

let lastInput = Date.now();
const recordInput = (): void => {
  lastInput = Date.now();
};
for (const event of ["pointerdown", "keydown", "wheel", "touchstart"]) {
  addEventListener(event, recordInput, { passive: true, capture: true });
}

/** Live updates in an unattended tab must not extend its session. */
export const isBackground = (): boolean => Date.now() - lastInput > idleAfterMs;

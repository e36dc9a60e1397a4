/** A minute without a key or a touch: what is fetched then, nobody asked for. */
const idleAfterMs = 60_000;

let lastInput = Date.now();
const noteInput = (): void => {
  lastInput = Date.now();
};
for (const event of ["pointerdown", "keydown", "wheel", "touchstart"]) {
  addEventListener(event, noteInput, { passive: true, capture: true });
}

/** Live updates go on in a tab that was left open; they must not keep its session alive. */
export const isBackground = (): boolean => Date.now() - lastInput > idleAfterMs;

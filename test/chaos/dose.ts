/** `npm run chaos` runs the full dose, `npm test` a small one. */
export const isFullDose = process.env.FARO_CHAOS === "1";

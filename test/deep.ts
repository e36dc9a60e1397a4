/** `npm run test:deep` proves at length what `npm test` proves in short. */
export const isDeep = process.env.FARO_DEEP === "1";

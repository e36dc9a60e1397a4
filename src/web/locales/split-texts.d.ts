/** Parts of a locale, which vite.config.ts makes. */
declare module "*.json?first" {
  export const texts: object;
}
declare module "*.json?other" {
  export const texts: object;
}

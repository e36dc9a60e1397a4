import { loadOtherTexts } from "./i18n.ts";

/** Loads code together with the texts that the first page does not have. */
export const withTexts =
  <Module>(load: () => Promise<Module>) =>
  async (): Promise<Module> => {
    const [module] = await Promise.all([load(), loadOtherTexts()]);
    return module;
  };

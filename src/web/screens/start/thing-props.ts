import type { FirstStepProgress } from "#contract/first-steps.ts";

export type ThingProps = {
  number: number;
  thing: FirstStepProgress["things"][number];
  progress: FirstStepProgress;
  isOpen: boolean;
  onOpen: () => void;
};

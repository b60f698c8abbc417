/** A step of a script that several modules write together, for those who may not look into the store. */
export type { Step, Together } from "../store/steps.ts";

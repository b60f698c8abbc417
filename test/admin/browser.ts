import { type Browser, chromium } from "playwright-core";
import { browserPlaces, findBrowser } from "../support/browser.ts";

const executablePath = findBrowser();

/** Given to a test's `skip`: false where a browser is at hand, else why it is left out. */
export const noBrowser: string | false =
  executablePath === undefined ? `no browser at ${browserPlaces.join(", ")}` : false;

export function openBrowser(): Promise<Browser> {
  if (executablePath === undefined) throw new Error(String(noBrowser));
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
}

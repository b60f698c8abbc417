import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = places.find((place) => existsSync(place));

/** Given to a test's `skip`: false where a browser is at hand, else why it is left out. */
export const noBrowser: string | false =
  executablePath === undefined ? `no browser at ${places.join(", ")}` : false;

export function openBrowser(): Promise<Browser> {
  if (executablePath === undefined) throw new Error(String(noBrowser));
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
}

import { existsSync } from "node:fs";

export const browserPlaces = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The path of a Chromium on this machine. */
export const findBrowser = (): string | undefined => browserPlaces.find((place) => existsSync(place));

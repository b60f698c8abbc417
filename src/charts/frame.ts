import type { ChartValue } from "#contract";
import { footerOf } from "./words.ts";

/** The one font of the pictures; the file is bundled by its package. */
export const font = "Noto Sans SC";
export const grey = "#5f6b7a";

export const title = (text: string) => ({
  text,
  left: 24,
  top: 12,
  textStyle: { fontFamily: font, fontWeight: "normal", fontSize: 20, color: "#1c2430" },
});

export const footer = (chart: ChartValue) => ({
  text: footerOf(chart),
  left: 24,
  bottom: 10,
  textStyle: { fontFamily: font, fontWeight: "normal", fontSize: 13, color: grey },
});

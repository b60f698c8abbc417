import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { Resvg } from "@resvg/resvg-js";
import { type EChartsOption, init } from "echarts";
import { font } from "./frame.ts";

const width = 1200;
const height = 700;

const fontFile = createRequire(import.meta.url).resolve(
  "@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf",
);

function svgOf(option: EChartsOption): string {
  const chart = init(null, null, { renderer: "svg", ssr: true, width, height });
  chart.setOption(option);
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

const drawn = new Resvg(svgOf(workerData), {
  font: { fontFiles: [fontFile], loadSystemFonts: false, defaultFontFamily: font },
});
parentPort?.postMessage(new Uint8Array(drawn.render().asPng()));

import { z } from "zod";
import type { Artifact, ChartValue, ToolCall } from "#contract";
import { barsOf, type ChartBar } from "./bars.ts";
import { candlesOption } from "./candles.ts";
import { closesOption } from "./closes.ts";
import { linesOption } from "./lines.ts";
import { createRenderer } from "./render.ts";

const chartSchema: z.ZodType<ChartValue> = z.strictObject({
  kind: z.enum(["candles", "closes", "lines"]),
  period: z.enum(["day", "week", "month"]),
  language: z.enum(["zh", "en"]),
  bars: z.array(z.string()).min(1),
  codes: z.array(z.string()).min(1),
  from: z.string(),
  to: z.string(),
  adjust: z.enum(["none", "qfq"]),
  sources: z.array(z.string()).min(1),
  averages: z.array(z.number().int().min(2)).exactOptional(),
});

/** What platforms take as a photo, with room to spare. */
const mostBytes = 5_000_000;

/** The name printed for a code, in the picture's language; undefined where none is known. */
export type NameOf = (code: string, language: "zh" | "en") => string | undefined;

function optionOf(
  chart: ChartValue,
  series: readonly (readonly ChartBar[])[],
  nameOf: NameOf,
): object | null {
  const names = chart.codes.map((code) => {
    const name = nameOf(code, chart.language);
    return name === undefined ? code : `${name}(${code})`;
  });
  const [bars] = series;
  const [name = ""] = names;
  if (bars === undefined) return null;
  if (chart.kind === "candles") return candlesOption(chart, bars, name);
  if (chart.kind === "closes") return closesOption(chart, bars, name);
  return linesOption(
    chart,
    series.map((each, at) => ({ name: names[at] ?? "", bars: each })),
  );
}

/** Draws a traced `plot_chart` from the bars of its trace. Null where it cannot be drawn; never throws. */
export function createDrawChart(nameOf: NameOf) {
  const render = createRenderer();
  return async (
    plot: ToolCall,
    trace: readonly ToolCall[],
    signal?: AbortSignal,
  ): Promise<Artifact | null> => {
    const parsed = chartSchema.safeParse(plot.value);
    if (!parsed.success) return null;
    const chart = parsed.data;
    const calls = chart.bars.map((id) => trace.find(({ tool_call_id }) => tool_call_id === id));
    const series = calls.map((call) => (call === undefined ? null : barsOf(call)));
    const known = series.filter((bars) => bars !== null);
    const option = known.length === series.length ? optionOf(chart, known, nameOf) : null;
    const png = option === null ? null : await render(option, signal);
    if (png === null || png.byteLength > mostBytes) return null;
    const name = `${chart.kind}-${chart.codes[0] ?? ""}-${chart.to}.png`.replaceAll(/[^A-Za-z0-9_.-]/g, "");
    return { name, mediaType: "image/png", base64: Buffer.from(png).toString("base64") };
  };
}

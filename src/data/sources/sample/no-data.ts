import type { Bilingual } from "#contract";
import { bundledSecurities } from "#language";
import { readSampleBars, readSampleValuation, sampleCodes } from "./read-sample.ts";
import { sampleNow } from "./sample-now.ts";

const named = new Map(bundledSecurities.map(({ code, name }) => [code, name]));
const bars = readSampleBars(sampleCodes[0] ?? "") ?? [];
const [first, last] = [bars.at(0)?.date ?? "", bars.at(-1)?.date ?? ""];
const valued = readSampleValuation(sampleCodes[0] ?? "")?.as_of ?? "";
const quotes = sampleNow.slice(0, 16).replace("T", " ");
const zhNames = sampleCodes.map((code) => named.get(code) ?? code).join("、");
const enNames = sampleCodes.map((code) => `${code.slice(0, 6)} ${named.get(code) ?? ""}`.trim()).join(", ");
const variables = "TUSHARE_TOKEN / AKTOOLS_API_ROOT";

/** What the bundled sample holds, for somebody who asks for something else. */
export const noData: Bilingual = {
  zh: `随附的示例数据里没有「{subject}」的这项数据。示例(虚构)只有:${zhNames};日线 ${first} 至 ${last},估值 ${valued},行情 ${quotes}。设置 ${variables} 即可使用真实数据。`,
  en: `The bundled sample data does not hold this for “{subject}”. It is made up and covers only ${enNames}: daily bars from ${first} to ${last}, valuation of ${valued}, quotes of ${quotes}. Set ${variables} for real data.`,
};

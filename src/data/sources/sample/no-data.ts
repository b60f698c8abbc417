import type { Bilingual } from "#contract";
import { bundledSecurities } from "#language";
import { readSampleBars, readSampleValuation, sampleCodes, sampleIndices } from "./read-sample.ts";
import { readSampleFinancials } from "./read-tables.ts";
import { sampleNow } from "./sample-now.ts";

const named = new Map(bundledSecurities.map(({ code, name }) => [code, name]));
const bars = readSampleBars(sampleCodes[0] ?? "") ?? [];
const [first, last] = [bars.at(0)?.date ?? "", bars.at(-1)?.date ?? ""];
const valued = readSampleValuation(sampleCodes[0] ?? "")?.as_of ?? "";
const quotes = sampleNow.slice(0, 16).replace("T", " ");
const listed = (codes: readonly string[]) => codes.map((code) => named.get(code) ?? code).join("、");
const enNames = [...sampleCodes, ...sampleIndices]
  .map((code) => `${code.slice(0, 6)} ${named.get(code) ?? ""}`.trim())
  .join(", ");
const [oldestReport = "", newestReport = ""] = [0, -1].map(
  (at) => readSampleFinancials(sampleCodes[0] ?? "").at(at)?.period,
);
const variables = "TUSHARE_TOKEN / AKTOOLS_API_ROOT";

/** What the bundled sample holds, for somebody who asks for something else. */
export const noData: Bilingual = {
  zh: `随附的示例数据里没有「{subject}」所问的这项数,或没有那个时间的。示例是虚构的,股票只有:${listed(sampleCodes)};指数只有:${listed(sampleIndices)};财报期 ${oldestReport} 至 ${newestReport},日线 ${first} 至 ${last},估值 ${valued},行情 ${quotes}。真实数据由部署的人设置 ${variables} 后才有。`,
  en: `The bundled sample data does not hold what was asked of “{subject}”, or not for that time. It is made up and covers only ${enNames}: reports from ${oldestReport} to ${newestReport}, daily bars from ${first} to ${last}, valuation of ${valued}, quotes of ${quotes}. Real data are there once whoever runs this sets ${variables}.`,
};

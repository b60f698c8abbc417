/** One company of an English card: five lines with their cites, the price first. */
const card = (name: string, code: string) =>
  [
    `${name}(${code}) current price ¥1801.23,change +9.50 CNY,change % +0.53%(sample, 2026-05-07 10:32)`,
    "P/E (TTM) 19.80x,P/B 7.10x,dividend yield (TTM) 3.10%,market cap CNY 2.25 trillion(sample, 2026-05-06)",
    `2026Q1 ${"net profit attributable to parent CNY 24.94 billion,".repeat(5)}return on equity 7.87%(sample, 2026-03-31)`,
    "MA20 ¥1836.76,MA60 ¥1779.71,RSI6 24.92,MACD death cross “2026-04-27”(computed, 2026-05-06)",
    "main-force net inflow -17.49 million CNY(sample, 2026-05-06)",
  ].join("\n");
/** A card of three companies, one a piece. */
export const cards = [
  card("Kweichow Moutai", "600519.SH"),
  card("Wuliangye", "000858.SZ"),
  `${card("CATL", "300750.SZ")}\nFor reference only; not investment advice.`,
];

/** 📉 beside what rose, 📈 beside what fell: a picture of a way is held against the moves of the companies in its line. */
import { type Bench, onlyNamed, reportAt } from "../../bench.ts";
import { moveSigns } from "./moves.ts";

const rising = /[📈🐂]/u;
const falling = /[📉🐻]/u;
/** A line that tells of something else may show its way. */
const ofElse =
  /净利|营收|毛利|收益率|同比|资金|主力|流[入出]|成交|换手|profit|revenue|margin|flow|volume|turnover|growth|roe/i;

/** The text shows such a picture. */
export const showsWay = (prose: string): boolean => rising.test(prose) || falling.test(prose);

/** Reports a picture of the way that no company of its line went. */
export function checkPictures(bench: Bench): void {
  const { prose, names, claims } = bench.input;
  if (!showsWay(prose)) return;
  const owners = [...new Set(bench.book.all.flatMap(({ company }) => company ?? []))];
  const named = (line: string): readonly string[] =>
    owners.filter((code) =>
      [
        ...(names[code] ?? []),
        ...claims.flatMap((each) => (each.kind === "numeric" && each.code === code ? (each.name ?? []) : [])),
      ].some((name) => line.includes(name)),
    );
  for (const line of prose.split("\n")) {
    const [isUp, isDown] = [rising.test(line), falling.test(line)];
    if (isUp === isDown || !/\d/.test(line) || ofElse.test(line)) continue;
    const own = named(line);
    const only = onlyNamed(bench) ?? bench.book.only;
    const signs = (own.length > 0 ? own : only === null ? [] : [only]).flatMap((code) =>
      moveSigns(code, bench),
    );
    if (signs.length > 0 && signs.every((sign) => sign === (isUp ? -1 : 1)))
      reportAt(bench, 0, "direction_unsupported");
  }
}

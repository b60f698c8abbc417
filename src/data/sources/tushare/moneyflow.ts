import { Decimal } from "decimal.js";
import { ascending, seriesFault } from "../../check-rows.ts";
import type { MoneyFlowRow } from "../../rows.ts";
import { readCompactDate } from "../../shanghai-time.ts";
import type { DateRange, SourceResult } from "../../source.ts";
import { known, readNumber } from "../../validate-row.ts";
import type { Cells } from "./api.ts";
import {
  answer,
  answerTable,
  codeOf,
  rangeParams,
  scaled,
  type TushareConnection,
  tenThousand,
} from "./table.ts";

/** Orders below 50,000 CNY, to 200,000, to a million, above. */
const sizes = ["sm", "md", "lg", "elg"] as const;

const fields = [
  "ts_code",
  "trade_date",
  ...sizes.flatMap((size) => [`buy_${size}_amount`, `sell_${size}_amount`]),
  "net_mf_amount",
];

/** Bought less sold, in CNY; unknown where a side is. */
function netOf(cells: Cells, ...of: readonly (typeof sizes)[number][]): number | undefined {
  let net = new Decimal(0);
  for (const size of of) {
    const buy = readNumber(cells[`buy_${size}_amount`]);
    const sell = readNumber(cells[`sell_${size}_amount`]);
    if (buy === undefined || sell === undefined) return undefined;
    net = net.plus(buy).minus(sell);
  }
  return net.times(tenThousand).toNumber();
}

/** A row of `moneyflow`: amounts in 万元. The main force are the two classes of large orders. */
function read(cells: Cells): MoneyFlowRow | null {
  const date = readCompactDate(cells.trade_date);
  const main = netOf(cells, "lg", "elg");
  if (date === null || main === undefined) return null;
  return known<MoneyFlowRow>({
    code: codeOf(cells),
    date,
    main_net: main,
    super_large_net: netOf(cells, "elg"),
    large_net: netOf(cells, "lg"),
    medium_net: netOf(cells, "md"),
    small_net: netOf(cells, "sm"),
    net_flow: scaled(readNumber(cells.net_mf_amount), tenThousand),
  });
}

/** Shanghai and Shenzhen only; for Beijing there are no rows. */
export async function askMoneyFlow(
  connection: TushareConnection,
  code: string,
  range: DateRange,
  signal: AbortSignal,
): Promise<SourceResult<MoneyFlowRow>> {
  if (code.endsWith(".BJ")) return answer<MoneyFlowRow>(connection, "moneyflow", []);
  return answerTable(
    connection,
    { api: "moneyflow", params: rangeParams(code, range), fields },
    { read, fault: (rows) => seriesFault(rows, code, range), order: ascending },
    signal,
  );
}

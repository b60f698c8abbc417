import type { CodeChangeRow } from "../../rows.ts";
import type { SourceResult } from "../../source.ts";
import type { Cells } from "./api.ts";
import { answerTable, type TushareConnection, textOf } from "./table.ts";

const pattern = /^\d{6}\.BJ$/;

function read(cells: Cells): CodeChangeRow | null {
  const former = textOf(cells.o_code);
  const code = textOf(cells.n_code);
  return pattern.test(former) && pattern.test(code) ? { former_code: former, code } : null;
}

/** Old numbers of the Beijing exchange and the 920 ones that replaced them; a digit-for-digit rule does not exist. */
export const askCodeChanges = (
  connection: TushareConnection,
  signal: AbortSignal,
): Promise<SourceResult<CodeChangeRow>> =>
  answerTable(
    connection,
    { api: "bse_mapping", params: {}, fields: ["o_code", "n_code"] },
    {
      read,
      fault: (rows) =>
        new Set(rows.map(({ former_code }) => former_code)).size < rows.length
          ? "an old code has two new ones"
          : null,
      order: (a, b) => (a.former_code < b.former_code ? -1 : 1),
    },
    signal,
  );

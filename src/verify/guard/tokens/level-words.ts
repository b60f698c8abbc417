/** Words before the level that a move leads to: 跌至, fell to. */
export const levelWords: ReadonlySet<string> = new Set(["至", "到", "到了", "于", "to", "at", "报"]);

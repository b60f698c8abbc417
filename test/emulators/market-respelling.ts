/** The next number of a seeded row of them, from 0 to 1. */
export type Draw = () => number;

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
type Entries = readonly (readonly [string, Json])[];

const shuffled = <Each>(list: readonly Each[], draw: Draw): Each[] =>
  list
    .map((each) => ({ each, at: draw() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each);

const isObject = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Names that data-sources.md does not give, or gives as what may be missing. */
const optional: Readonly<Record<string, readonly string[]>> = {
  tushare: ["request_id", "msg", "count"],
  eastmoney: ["rc", "rt", "svr", "lt", "full", "f107", "f84", "f85", "f51", "f52"],
  "eastmoney-his": ["rc", "market", "decimal"],
  "eastmoney-search": ["Status", "TotalPage", "PinYin", "SecurityTypeName"],
  xueqiu: [
    "error_code",
    "error_description",
    "market_capital",
    "level",
    "amplitude",
    "avg_price",
    "is_trade",
  ],
  aktools: ["振幅", "换手率", "机构"],
  "tencent-kline": ["code", "msg", "qt", "prec"],
};

/** Lines of an item/value table that not every security has. */
const optionalItems = /^(?:52周|流通|最小交易|每股|今年以来|交易所|名称|货币|涨停|跌停|股息)/;

/** Digits that are a name, not an amount. */
const nameLike = /code|symbol|date|^Mkt|^f57$|^f58$|^代码$|^股票代码$/i;

interface Style {
  readonly draw: Draw;
  readonly source: string;
  /** Numbers are written into texts. */
  readonly texts: boolean;
  /** Of the optional names, those that are left out of this answer. */
  readonly dropped: ReadonlySet<string>;
}

function respellValue(value: Json, style: Style, name = ""): Json {
  const { draw } = style;
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    const isItems = list.length > 0 && list.every((each) => isObject(each) && "item" in each);
    const kept = isItems
      ? shuffled(
          list.filter((each) => keepsItem(each, style)),
          draw,
        )
      : list;
    return kept.map((each) => respellValue(each, style, name));
  }
  if (isObject(value)) {
    const kept: Entries = Object.entries(value).filter(([key]) => !style.dropped.has(key));
    const told = kept.map(([key, each]) => [key, respellValue(each, style, key)] as const);
    const more: Entries = draw() < 0.5 ? [["_ext", { v: [1, null, "x"], close: 1.23 }]] : [];
    return Object.fromEntries(shuffled([...told, ...more], draw));
  }
  return typeof value === "number" && style.texts && !nameLike.test(name) ? String(value) : value;
}

const keepsItem = (row: Json, { dropped, draw }: Style): boolean =>
  !(isObject(row) && dropped.size > 0 && optionalItems.test(String(row.item)) && draw() < 0.4);

interface Table {
  readonly data: { readonly fields: readonly string[]; readonly items: readonly (readonly Json[])[] } | null;
}

/** Columns in another order, among them one that nobody asked for; rows in another order; whole cells as texts. */
function respellTable(answer: Json, style: Style): Json {
  const { data } = answer as unknown as Table;
  if (data === null) return respellValue(answer, style);
  const { draw, texts } = style;
  const places = shuffled([...data.fields.keys(), -1], draw);
  const fields = places.map((place) => data.fields[place] ?? "ah_vol");
  const cell = (each: Json): Json => (typeof each === "number" && texts ? String(each) : each);
  const items = shuffled(data.items, draw).map((row) =>
    places.map((place) => (place < 0 ? 12.5 : cell(row[place] ?? null))),
  );
  const nothing = draw() < 0.5 ? [] : null;
  const table = { ...data, fields, items: items.length === 0 ? nothing : items };
  const { _ext: _more, ...plain } = respellValue(answer, { ...style, texts: false }) as Record<string, Json>;
  return { ...plain, data: table } as unknown as Json;
}

/** Cells of a day line as numbers, which come as texts. */
const respellKline = (answer: Json, style: Style): Json =>
  JSON.parse(JSON.stringify(respellValue(answer, { ...style, texts: false })), (name, value) =>
    style.texts && /^\d$/.test(name) && typeof value === "string" && /^-?\d+\.\d+$/.test(value)
      ? Number(value)
      : value,
  );

/** The same answer, written in another way. */
export function respellJson(source: string, answer: Json, draw: Draw): string {
  const names = draw() < 0.5 ? (optional[source] ?? []) : [];
  const dropped = new Set(names.filter(() => draw() < 0.6));
  const style = { draw, source, texts: draw() < 0.4, dropped };
  const write = { tushare: respellTable, "tencent-kline": respellKline }[source] ?? respellValue;
  const text = JSON.stringify(write(answer, style), null, draw() < 0.3 ? 2 : 0);
  if (draw() < 0.5) return text;
  // As Python's json writes it: in ASCII.
  return text.replaceAll(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The line of a text feed with other cells where nobody has said what stands there, and more or fewer at its end. */
function respellCells(source: string, line: string, draw: Draw): string {
  if (source === "sina") return draw() < 0.5 ? line : `${line},D|600|742200.00,`;
  const cells = line.split("~");
  if (cells.length < 40) return line;
  const filled = cells.map((cell, place) => (cell === "" && place > 60 && place < 72 ? "0.00" : cell));
  if (draw() < 0.4) return filled.slice(0, 58 + Math.floor(draw() * 15)).join("~");
  return [...filled, ...(draw() < 0.4 ? ["", "x", "9.99"] : [])].join("~");
}

/** The lines of a text feed in another order, with other ends and blanks. */
export function respellLines(source: string, text: string, draw: Draw): string {
  const lines = [...text.matchAll(/^(.*?)="(.*)";?\s*$/gm)];
  if (lines.length === 0) return text;
  const end = [";\r\n", ";\n", ";", "\n"][Math.floor(draw() * 4)] ?? ";\n";
  const head = draw() < 0.3 ? "\n\n" : "";
  const equals = draw() < 0.3 ? " = " : "=";
  const told = shuffled(lines, draw).map(
    ([, name, cells = ""]) =>
      `${name}${equals}"${cells === "" ? "" : respellCells(source, cells, draw)}"${end}`,
  );
  return head + told.join("");
}

import type { Company, World } from "./construct-scenes.ts";

/**
 * Ways in which people restate claims. `say` writes true text for any world; `wrong` asserts something else than that world
 * does, in one point. The worlds of `otherWorlds` are wrong neighbours of every construct besides.
 */
export interface Construct {
  readonly name: string;
  readonly say: (world: World) => string;
  readonly wrong?: readonly ((world: World) => string)[];
}

const f2 = (value: number): string => value.toFixed(2);
const abs = (value: number): string => Math.abs(value).toFixed(2);
const yi = (value: number): string => (value / 1e8).toFixed(2);
const bn = (value: number): string => (value / 1e9).toFixed(2);
const wanLots = (value: number): string => (value / 1e4).toFixed(2);
const thousands = (value: number, digits = 2): string =>
  value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
const signed = (value: number): string => `${value > 0 ? "+" : "-"}${abs(value)}`;
const rose = (value: number): string => (value > 0 ? "上涨" : "下跌");
const grew = (value: number): string => (value > 0 ? "增长" : "下降");
const flowed = (value: number): string => (value > 0 ? "净流入" : "净流出");
const up = (value: number): string => (value > 0 ? "up" : "down");
const rather = (one: number, other: number): string => (one > other ? "高于" : "低于");
const above = (one: number, other: number): string => (one > other ? "above" : "below");

const months = "January February March April May June July August September October November December".split(
  " ",
);
const zhDay = (iso: string): string => `${Number(iso.slice(5, 7))}月${Number(iso.slice(8))}日`;
const zhDate = (iso: string): string => `${iso.slice(0, 4)}年${zhDay(iso)}`;
const enDate = (iso: string): string =>
  `${months[Number(iso.slice(5, 7)) - 1]} ${Number(iso.slice(8))}, ${iso.slice(0, 4)}`;
const cite = ({ src, day }: World): string => `（${src}，${day.iso}）`;
const citeEn = ({ src, day }: World): string => `(${src}, ${day.iso})`;
const citePeriod = ({ src, period }: World): string => `（${src}，${period.end}）`;
const full = (text: string): string =>
  text.replace(/[\d.]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));

const numerals = "零一二三四五六七八九";
/** 1801.23 as 一千八百零一点二三; below ten thousand. */
function spoken(value: number): string {
  const [whole = "", part = ""] = f2(value).split(".");
  let text = whole === "0" ? "零" : "";
  let gap = false;
  for (const [at, digit] of [...whole].entries()) {
    const unit = ["", "十", "百", "千"][whole.length - 1 - at] ?? "";
    if (digit === "0") gap = text !== "" && text !== "零";
    else {
      text += `${gap ? "零" : ""}${numerals.charAt(Number(digit))}${unit}`;
      gap = false;
    }
  }
  return `${text.replace(/^一十/, "十")}点${[...part].map((digit) => numerals.charAt(Number(digit))).join("")}`;
}

const byDesc = (
  field: "pe" | "chg" | "cap" | "amt" | "tr",
  { a, b, c }: World,
): readonly [Company, Company, Company] => {
  const [first = a, second = b, third = c] = [a, b, c].toSorted((one, other) => other[field] - one[field]);
  return [first, second, third];
};
/** The larger of two first. */
const byTwo = (field: "pe" | "pb" | "chg" | "cap" | "amt", { a, b }: World): readonly [Company, Company] =>
  a[field] > b[field] ? [a, b] : [b, a];

/** Chinese. */
const chinese: readonly Construct[] = [
  { name: "plain sentence", say: (w) => `${w.a.zh}收盘价${f2(w.a.close)}元${cite(w)}。` },
  {
    name: "分别为 of two companies",
    say: (w) => `${w.a.zh}、${w.b.zh}的市盈率分别为${f2(w.a.pe)}倍和${f2(w.b.pe)}倍${cite(w)}。`,
    wrong: [(w) => `${w.b.zh}、${w.a.zh}的市盈率分别为${f2(w.a.pe)}倍和${f2(w.b.pe)}倍${cite(w)}。`],
  },
  {
    name: "分别为 of three companies",
    say: (w) =>
      `截至${zhDay(w.day.iso)}收盘，${w.a.zh}、${w.b.zh}和${w.c.zh}的换手率分别为${f2(w.a.tr)}%、${f2(w.b.tr)}%、${f2(w.c.tr)}%（数据来源：${w.src}）。`,
    wrong: [
      (w) =>
        `截至${zhDay(w.day.iso)}收盘，${w.a.zh}、${w.c.zh}和${w.b.zh}的换手率分别为${f2(w.a.tr)}%、${f2(w.b.tr)}%、${f2(w.c.tr)}%（数据来源：${w.src}）。`,
    ],
  },
  {
    name: "分别为 of two measures",
    say: (w) => `${w.a.zh}的市盈率、市净率分别为${f2(w.a.pe)}倍、${f2(w.a.pb)}倍${cite(w)}。`,
    wrong: [(w) => `${w.a.zh}的市净率、市盈率分别为${f2(w.a.pe)}倍、${f2(w.a.pb)}倍${cite(w)}。`],
  },
  {
    name: "分别 with directions, of two companies",
    say: (w) => `${w.a.zh}和${w.b.zh}今日涨跌幅分别为${signed(w.a.chg)}%和${signed(w.b.chg)}%${cite(w)}。`,
    wrong: [
      (w) => `${w.a.zh}和${w.b.zh}今日涨跌幅分别为${signed(w.b.chg)}%和${signed(w.a.chg)}%${cite(w)}。`,
    ],
  },
  {
    name: "分别 of measures, then of the other company",
    say: (w) =>
      `${w.a.zh}市盈率、市净率分别为${f2(w.a.pe)}倍、${f2(w.a.pb)}倍；${w.b.zh}分别为${f2(w.b.pe)}倍、${f2(w.b.pb)}倍${cite(w)}。`,
    wrong: [
      (w) =>
        `${w.a.zh}市盈率、市净率分别为${f2(w.a.pe)}倍、${f2(w.a.pb)}倍；${w.b.zh}分别为${f2(w.b.pb)}倍、${f2(w.b.pe)}倍${cite(w)}。`,
    ],
  },
  {
    name: "均 beside two listed values",
    say: (w) => {
      const [x, y] = byTwo("pe", w);
      return x.pb > y.pb
        ? `${y.zh}市盈率${f2(y.pe)}倍、市净率${f2(y.pb)}倍，均低于${x.zh}的${f2(x.pe)}倍和${f2(x.pb)}倍${cite(w)}。`
        : `${y.zh}市盈率${f2(y.pe)}倍，低于${x.zh}的${f2(x.pe)}倍；市净率${f2(y.pb)}倍，高于${x.zh}的${f2(x.pb)}倍${cite(w)}。`;
    },
    wrong: [
      (w) => {
        const [x, y] = byTwo("pe", w);
        return `${x.zh}市盈率${f2(x.pe)}倍、市净率${f2(x.pb)}倍，均低于${y.zh}的${f2(y.pe)}倍和${f2(y.pb)}倍${cite(w)}。`;
      },
      (w) => {
        const [x, y] = byTwo("pe", w);
        return `${x.zh}市净率${f2(x.pb)}倍、市盈率${f2(x.pe)}倍，均低于${y.zh}的${f2(y.pb)}倍和${f2(y.pe)}倍${cite(w)}。`;
      },
    ],
  },
  {
    name: "parentheses after each name",
    say: (w) =>
      `两家对比：${w.a.zh}（市盈率${f2(w.a.pe)}倍）、${w.b.zh}（市盈率${f2(w.b.pe)}倍）${cite(w)}。`,
  },
  {
    name: "value in brackets after the measure",
    say: (w) =>
      `${w.a.zh}的收盘价（${f2(w.a.close)}元）${rather(w.a.close, w.a.ma20)}MA20（${f2(w.a.ma20)}元），来源${w.src}，${w.day.iso}。`,
    wrong: [
      (w) =>
        `${w.a.zh}的收盘价（${f2(w.a.close)}元）${rather(w.a.ma20, w.a.close)}MA20（${f2(w.a.ma20)}元），来源${w.src}，${w.day.iso}。`,
    ],
  },
  {
    name: "其中 of the companies named",
    say: (w) =>
      `三只股票${zhDay(w.day.iso)}成交情况如下，其中${w.a.zh}成交额${yi(w.a.amt)}亿元，${w.b.zh}${yi(w.b.amt)}亿元，${w.c.zh}${yi(w.c.amt)}亿元。来源：${w.src}。`,
    wrong: [
      (w) =>
        `四只股票${zhDay(w.day.iso)}成交情况如下，其中${w.a.zh}成交额${yi(w.a.amt)}亿元，${w.b.zh}${yi(w.b.amt)}亿元，${w.c.zh}${yi(w.c.amt)}亿元。来源：${w.src}。`,
    ],
  },
  {
    name: "较昨收上涨",
    say: (w) =>
      `${w.a.zh}收报${f2(w.a.close)}元，较前收盘价${f2(w.a.prev)}元${rose(w.a.chg)}${abs(w.a.chg)}%${cite(w)}。`,
    wrong: [
      (w) =>
        `${w.a.zh}收报${f2(w.a.close)}元，较前收盘价${f2(w.a.prev)}元${rose(-w.a.chg)}${abs(w.a.chg)}%${cite(w)}。`,
      (w) =>
        `${w.a.zh}收报${f2(w.a.close)}元，较开盘价${f2(w.a.prev)}元${rose(w.a.chg)}${abs(w.a.chg)}%${cite(w)}。`,
    ],
  },
  {
    name: "由X升至Y",
    say: (w) =>
      `${w.a.zh}股价由昨收的${f2(w.a.prev)}元${w.a.chg > 0 ? "升至" : "跌至"}收盘的${f2(w.a.close)}元${cite(w)}。`,
    wrong: [
      (w) =>
        `${w.a.zh}股价由昨收的${f2(w.a.prev)}元${w.a.chg > 0 ? "跌至" : "升至"}收盘的${f2(w.a.close)}元${cite(w)}。`,
    ],
  },
  {
    name: "from yesterday's close to today's",
    say: (w) =>
      `${w.a.zh}收盘价从${zhDay(w.day.before)}的${f2(w.a.close1)}元升至${zhDay(w.day.iso)}的${f2(w.a.close)}元（${w.src}）。`,
    wrong: [
      (w) =>
        `${w.a.zh}收盘价从${zhDay(w.day.before)}的${f2(w.a.close)}元升至${zhDay(w.day.iso)}的${f2(w.a.close1)}元（${w.src}）。`,
      (w) =>
        `${w.a.zh}收盘价从${zhDay(w.day.before)}的${f2(w.a.close1)}元跌至${zhDay(w.day.iso)}的${f2(w.a.close)}元（${w.src}）。`,
    ],
  },
  {
    name: "约 with a rounded value",
    say: (w) => `${w.a.zh}总市值约${(w.a.cap / 1e8).toFixed(0)}亿元${cite(w)}。`,
    wrong: [
      (w) => `${w.a.zh}总市值近${Math.floor(w.a.cap / 1e8)}亿元${cite(w)}。`,
      (w) => `${w.a.zh}总市值近${Math.floor(w.a.cap / 1e8) + 2}亿元${cite(w)}。`,
      (w) => `${w.a.zh}总市值超${(w.a.cap / 1e8 + 1).toFixed(0)}亿元${cite(w)}。`,
      (w) => `${w.a.zh}总市值超${Math.floor(w.a.cap / 1e10)}00亿元${cite(w)}。`,
      (w) => `${w.a.zh}总市值不足${(w.a.cap / 1e8 - 1).toFixed(0)}亿元${cite(w)}。`,
      (w) => `${w.a.zh}总市值约${(w.a.cap / 1e8).toFixed(0)}万元${cite(w)}。`,
    ],
  },
  {
    name: "万元 shown as 亿元",
    say: (w) =>
      `${w.a.zh}今日主力资金${flowed(w.a.flow)}${(Math.abs(w.a.flow) / 1e4).toFixed(2)}亿元${cite(w)}。`,
    wrong: [
      (w) =>
        `${w.a.zh}今日主力资金${flowed(-w.a.flow)}${(Math.abs(w.a.flow) / 1e4).toFixed(2)}亿元${cite(w)}。`,
      (w) => `${w.a.zh}今日主力资金${flowed(w.a.flow)}${abs(w.a.flow)}亿元${cite(w)}。`,
    ],
  },
  {
    name: "元 shown in full",
    say: (w) => `${w.a.zh}（${w.a.code}）成交额${thousands(w.a.amt, 0)}元${cite(w)}。`,
  },
  {
    name: "lots as shares",
    say: (w) => `${w.a.zh}全天成交${wanLots(w.a.vol)}万手，折合${wanLots(w.a.vol * 100)}万股${cite(w)}。`,
    wrong: [(w) => `${w.a.zh}全天成交${wanLots(w.a.vol)}万股${cite(w)}。`],
  },
  {
    name: "range of the day",
    say: (w) => `${w.a.zh}今日最低${f2(w.a.low)}元，最高${f2(w.a.high)}元${cite(w)}。`,
    wrong: [(w) => `${w.a.zh}今日最低${f2(w.a.high)}元，最高${f2(w.a.low)}元${cite(w)}。`],
  },
  {
    name: "range with 至",
    say: (w) => `${w.a.zh}日内区间${f2(w.a.low)}元至${f2(w.a.high)}元${cite(w)}。`,
    wrong: [
      (w) => `${w.a.zh}日内区间${f2(w.a.low)}元至${f2(w.a.open)}元${cite(w)}。`,
      (w) => `${w.a.zh}股价从最高${f2(w.a.low)}元跌至最低${f2(w.a.high)}元${cite(w)}。`,
    ],
  },
  {
    name: "range with a dash",
    say: (w) => `${w.a.zh}今日波动区间：${f2(w.a.low)}-${f2(w.a.high)}元${cite(w)}。`,
  },
  {
    name: "ranking by words",
    say: (w) => {
      const [x, y, z] = byDesc("pe", w);
      return `三家公司中，${x.zh}市盈率最高，为${f2(x.pe)}倍，其次是${y.zh}${f2(y.pe)}倍，${z.zh}最低，为${f2(z.pe)}倍${cite(w)}。`;
    },
    wrong: [
      (w) => {
        const [x, y, z] = byDesc("pe", w);
        return `三家公司中，${y.zh}市盈率最高，为${f2(y.pe)}倍，其次是${x.zh}${f2(x.pe)}倍，${z.zh}最低，为${f2(z.pe)}倍${cite(w)}。`;
      },
      (w) => {
        const [x, y, z] = byDesc("pe", w);
        return `三家公司中，${x.zh}市盈率最低，为${f2(x.pe)}倍，其次是${y.zh}${f2(y.pe)}倍，${z.zh}最高，为${f2(z.pe)}倍${cite(w)}。`;
      },
    ],
  },
  {
    name: "ranking by chevrons",
    say: (w) => {
      const [x, y, z] = byDesc("cap", w);
      return `总市值：${x.zh}${yi(x.cap)}亿元 > ${y.zh}${yi(y.cap)}亿元 > ${z.zh}${yi(z.cap)}亿元${cite(w)}`;
    },
    wrong: [
      (w) => {
        const [x, y, z] = byDesc("cap", w);
        return `总市值：${x.zh}${yi(x.cap)}亿元 < ${y.zh}${yi(y.cap)}亿元 < ${z.zh}${yi(z.cap)}亿元${cite(w)}`;
      },
    ],
  },
  {
    name: "ranked list",
    say: (w) => {
      const [x, y, z] = byDesc("amt", w);
      return `按成交额由高到低：\n1. ${x.zh} ${yi(x.amt)}亿元\n2. ${y.zh} ${yi(y.amt)}亿元\n3. ${z.zh} ${yi(z.amt)}亿元\n\n来源：${w.src}，${w.day.iso}`;
    },
    wrong: [
      (w) => {
        const [x, y, z] = byDesc("amt", w);
        return `按成交额由低到高：\n1. ${x.zh} ${yi(x.amt)}亿元\n2. ${y.zh} ${yi(y.amt)}亿元\n3. ${z.zh} ${yi(z.amt)}亿元\n\n来源：${w.src}，${w.day.iso}`;
      },
    ],
  },
  {
    name: "yesterday's close",
    say: (w) => `${w.a.zh}昨日收盘${f2(w.a.close1)}元（${w.src}，${w.day.before}）。`,
    wrong: [(w) => `${w.a.zh}今日收盘${f2(w.a.close1)}元（${w.src}，${w.day.before}）。`],
  },
  {
    name: "weekday",
    say: (w) =>
      `本周${w.day.weekday}（${zhDay(w.day.iso)}）${w.a.zh}收盘价为${f2(w.a.close)}元，数据来自${w.src}。`,
    wrong: [
      (w) =>
        `上周${w.day.weekday}（${zhDay(w.day.iso)}）${w.a.zh}收盘价为${f2(w.a.close)}元，数据来自${w.src}。`,
    ],
  },
  {
    name: "day and 收盘 as adverb",
    say: (w) =>
      `${zhDay(w.day.iso)}收盘，${w.a.zh}报${f2(w.a.close)}元，${rose(w.a.chg)}${abs(w.a.chg)}%（${w.src}）。`,
    wrong: [
      (w) =>
        `${zhDay(w.day.iso)}开盘，${w.a.zh}报${f2(w.a.close)}元，${rose(w.a.chg)}${abs(w.a.chg)}%（${w.src}）。`,
    ],
  },
  {
    name: "report period in words",
    say: (w) =>
      `${w.a.zh}${w.period.zh}实现营收${yi(w.a.rev)}亿元，同比${grew(w.a.revYoy)}${abs(w.a.revYoy)}%（来源：${w.src}）。`,
    wrong: [
      (w) =>
        `${w.a.zh}${w.period.zh}实现营收${yi(w.a.rev)}亿元，环比${grew(w.a.revYoy)}${abs(w.a.revYoy)}%（来源：${w.src}）。`,
      (w) =>
        `${w.a.zh}${w.period.zh}实现净利润${yi(w.a.rev)}亿元，营收同比${grew(w.a.revYoy)}${abs(w.a.revYoy)}%（来源：${w.src}）。`,
    ],
  },
  {
    name: "growth before the amount",
    say: (w) =>
      `${w.period.zh}${w.a.zh}营收同比${grew(w.a.revYoy)}${abs(w.a.revYoy)}%至${yi(w.a.rev)}亿元${citePeriod(w)}。`,
    wrong: [
      (w) =>
        `${w.period.zh}${w.a.zh}营收同比${grew(w.a.revYoy)}${abs(w.a.revYoy)}个百分点至${yi(w.a.rev)}亿元${citePeriod(w)}。`,
    ],
  },
  {
    name: "ratio as per cent",
    say: (w) => `${w.a.zh}毛利率${(w.a.gm * 100).toFixed(2)}%，ROE ${f2(w.a.roe)}%${citePeriod(w)}。`,
    wrong: [(w) => `${w.a.zh}ROE ${(w.a.gm * 100).toFixed(2)}%，毛利率${f2(w.a.roe)}%${citePeriod(w)}。`],
  },
  {
    name: "yuan a share",
    say: (w) => `${w.a.zh}最新收盘价${f2(w.a.close)}元/股${cite(w)}。`,
    wrong: [(w) => `${w.a.zh}最新收盘价${f2(w.a.close)}元/手${cite(w)}。`],
  },
  {
    name: "RMB before a Chinese amount",
    say: (w) => `${w.a.zh}收盘价为人民币${f2(w.a.close)}元${cite(w)}。`,
  },
  {
    name: "negative written with a minus",
    say: (w) =>
      `${w.a.zh}主力净流入${w.a.flow > 0 ? "" : "-"}${abs(w.a.flow)}万元，涨跌幅${signed(w.a.chg)}%${cite(w)}。`,
    wrong: [
      (w) => `${w.a.zh}主力净流出-${abs(w.a.flow)}万元，涨跌幅${signed(w.a.chg)}%${cite(w)}。`,
      (w) =>
        `${w.a.zh}主力净流入${w.a.flow > 0 ? "-" : ""}${abs(w.a.flow)}万元，涨跌幅${signed(w.a.chg)}%${cite(w)}。`,
    ],
  },
  {
    name: "double negative",
    say: (w) => `${w.a.zh}今日并没有${rose(-w.a.chg)}，而是${rose(w.a.chg)}${abs(w.a.chg)}%${cite(w)}。`,
    wrong: [(w) => `${w.a.zh}今日并没有${rose(w.a.chg)}，而是${rose(-w.a.chg)}${abs(w.a.chg)}%${cite(w)}。`],
  },
  {
    name: "no loss",
    say: (w) => `${w.a.zh}${w.period.zh}没有亏损：归母净利润${yi(w.a.np)}亿元${citePeriod(w)}。`,
    wrong: [(w) => `${w.a.zh}${w.period.zh}出现亏损：归母净利润${yi(w.a.np)}亿元${citePeriod(w)}。`],
  },
  {
    name: "no loss, after a comma",
    say: (w) => `${w.a.zh}${w.period.zh}未出现亏损，净利润为${yi(w.a.np)}亿元${citePeriod(w)}。`,
    wrong: [(w) => `${w.a.zh}${w.period.zh}亏损，净利润为${yi(w.a.np)}亿元${citePeriod(w)}。`],
  },
  {
    name: "company left out of the second clause",
    say: (w) =>
      `${w.a.zh}收盘价${f2(w.a.close)}元，成交额${yi(w.a.amt)}亿元，换手率${f2(w.a.tr)}%${cite(w)}。`,
    wrong: [
      (w) => `${w.a.zh}收盘价${f2(w.a.close)}元，总市值${yi(w.a.amt)}亿元，换手率${f2(w.a.tr)}%${cite(w)}。`,
    ],
  },
  {
    name: "anaphora 其",
    say: (w) =>
      `${w.a.zh}收盘价${f2(w.a.close)}元${cite(w)}。其市盈率为${f2(w.a.pe)}倍，市净率为${f2(w.a.pb)}倍${cite(w)}。`,
    wrong: [
      (w) =>
        `${w.a.zh}收盘价${f2(w.a.close)}元${cite(w)}。其市盈率为${f2(w.a.pb)}倍，市净率为${f2(w.a.pe)}倍${cite(w)}。`,
    ],
  },
  {
    name: "anaphora 该股",
    say: (w) =>
      `${w.a.zh}今日${rose(w.a.chg)}${abs(w.a.chg)}%。该股成交额${yi(w.a.amt)}亿元，主力资金${flowed(w.a.flow)}${abs(w.a.flow)}万元。（${w.src}，${zhDate(w.day.iso)}）`,
  },
  {
    name: "前者 and 后者",
    say: (w) =>
      `对比${w.a.zh}与${w.b.zh}：前者市盈率${f2(w.a.pe)}倍，后者${f2(w.b.pe)}倍，${w.a.pe > w.b.pe ? "前者更高" : "后者更高"}${cite(w)}。`,
    wrong: [
      (w) => `对比${w.a.zh}与${w.b.zh}：后者市盈率${f2(w.a.pe)}倍，前者${f2(w.b.pe)}倍${cite(w)}。`,
      (w) =>
        `对比${w.a.zh}与${w.b.zh}：前者市盈率${f2(w.a.pe)}倍，后者${f2(w.b.pe)}倍，${w.a.pe > w.b.pe ? "后者更高" : "前者更高"}${cite(w)}。`,
    ],
  },
  {
    name: "source in front",
    say: (w) =>
      `据${w.src}${zhDate(w.day.iso)}数据，${w.a.zh}收盘价为${f2(w.a.close)}元，市净率为${f2(w.a.pb)}倍。`,
  },
  {
    name: "source as a footnote",
    say: (w) =>
      `${w.a.zh}收盘价${f2(w.a.close)}元[1]，市盈率${f2(w.a.pe)}倍[1]。\n\n[1] ${w.src}，${w.day.iso}`,
  },
  {
    name: "source after a dash",
    say: (w) => `${w.a.zh}收盘价${f2(w.a.close)}元——${w.src}，${w.day.iso}`,
  },
  {
    name: "emoji",
    say: (w) =>
      `📈 ${w.a.zh}（${w.a.code}）\n💰 收盘价：${f2(w.a.close)}元\n📊 市盈率：${f2(w.a.pe)}倍\n🕒 ${w.src} ${w.day.iso}`,
  },
  {
    name: "bold in the middle",
    say: (w) =>
      `**${w.a.zh}** 收盘价 **${f2(w.a.close)}** 元，涨跌幅 **${signed(w.a.chg)}%**（_${w.src}，${w.day.iso}_）`,
  },
  {
    name: "full-width digits",
    say: (w) => `${w.a.zh}收盘价${full(f2(w.a.close))}元，换手率${full(f2(w.a.tr))}％${cite(w)}。`,
  },
  {
    name: "entities and tags",
    say: (w) =>
      `<b>${w.a.zh}</b>&nbsp;收盘价&#65306;<code>${f2(w.a.close)}</code>&nbsp;元<br/>来源&#65306;${w.src}&nbsp;${w.day.iso}`,
  },
  {
    name: "line break in a sentence",
    say: (w) =>
      `${w.a.zh}（${w.a.code}）\n收盘价 ${f2(w.a.close)} 元\n成交额 ${yi(w.a.amt)} 亿元\n${w.src} · ${w.day.iso}`,
  },
  {
    name: "spoken numerals",
    say: (w) => `${w.a.zh}收盘价${spoken(w.a.close)}元，换手率百分之${spoken(w.a.tr)}${cite(w)}。`,
  },
  {
    name: "table by company",
    say: (w) =>
      `| 公司 | 收盘价(元) | 涨跌幅 | 成交额(亿元) |\n|---|---|---|---|\n| ${w.a.zh} | ${f2(w.a.close)} | ${signed(w.a.chg)}% | ${yi(w.a.amt)} |\n| ${w.b.zh} | ${f2(w.b.close)} | ${signed(w.b.chg)}% | ${yi(w.b.amt)} |\n\n数据：${w.src}，${w.day.iso}`,
    wrong: [
      (w) =>
        `| 公司 | 收盘价(元) | 涨跌幅 | 成交额(亿元) |\n|---|---|---|---|\n| ${w.b.zh} | ${f2(w.a.close)} | ${signed(w.a.chg)}% | ${yi(w.a.amt)} |\n| ${w.a.zh} | ${f2(w.b.close)} | ${signed(w.b.chg)}% | ${yi(w.b.amt)} |\n\n数据：${w.src}，${w.day.iso}`,
      (w) =>
        `| 公司 | 开盘价(元) | 涨跌幅 | 成交额(亿元) |\n|---|---|---|---|\n| ${w.a.zh} | ${f2(w.a.close)} | ${signed(w.a.chg)}% | ${yi(w.a.amt)} |\n| ${w.b.zh} | ${f2(w.b.close)} | ${signed(w.b.chg)}% | ${yi(w.b.amt)} |\n\n数据：${w.src}，${w.day.iso}`,
    ],
  },
  {
    name: "table by measure",
    say: (w) =>
      `| 指标 | ${w.a.zh} | ${w.b.zh} |\n|:--|--:|--:|\n| 市盈率 | ${f2(w.a.pe)} | ${f2(w.b.pe)} |\n| 市净率 | ${f2(w.a.pb)} | ${f2(w.b.pb)} |\n\n来源：${w.src}（${w.day.iso}）`,
    wrong: [
      (w) =>
        `| 指标 | ${w.a.zh} | ${w.b.zh} |\n|:--|--:|--:|\n| 市净率 | ${f2(w.a.pe)} | ${f2(w.b.pe)} |\n| 市盈率 | ${f2(w.a.pb)} | ${f2(w.b.pb)} |\n\n来源：${w.src}（${w.day.iso}）`,
    ],
  },
  {
    name: "equal signs",
    say: (w) => `${w.a.zh}：PE=${f2(w.a.pe)}，PB=${f2(w.a.pb)}，总市值=${yi(w.a.cap)}亿元${cite(w)}`,
    wrong: [(w) => `${w.a.zh}：PB=${f2(w.a.pe)}，PE=${f2(w.a.pb)}，总市值=${yi(w.a.cap)}亿元${cite(w)}`],
  },
  {
    name: "slashed pair of measures",
    say: (w) => `${w.a.zh}的PE/PB：${f2(w.a.pe)}倍/${f2(w.a.pb)}倍${cite(w)}`,
    wrong: [(w) => `${w.a.zh}的PE/PB：${f2(w.a.pb)}倍/${f2(w.a.pe)}倍${cite(w)}`],
  },
  {
    name: "value before the measure",
    say: (w) =>
      `${w.a.zh}以${f2(w.a.close)}元的收盘价结束交易，${yi(w.a.amt)}亿元的成交额对应${f2(w.a.tr)}%的换手率${cite(w)}。`,
    wrong: [
      (w) =>
        `${w.a.zh}以${f2(w.a.close)}元的开盘价结束交易，${yi(w.a.amt)}亿元的成交额对应${f2(w.a.tr)}%的换手率${cite(w)}。`,
    ],
  },
  {
    name: "answer to yes or no",
    say: (w) =>
      `是的，${w.a.zh}今天${w.a.chg > 0 ? "涨了" : "跌了"}${abs(w.a.chg)}%，收在${f2(w.a.close)}元${cite(w)}。`,
    wrong: [
      (w) =>
        `是的，${w.a.zh}今天${w.a.chg > 0 ? "跌了" : "涨了"}${abs(w.a.chg)}%，收在${f2(w.a.close)}元${cite(w)}。`,
    ],
  },
  {
    name: "one rose and the other fell",
    say: (w) =>
      w.a.chg > 0 === w.b.chg > 0
        ? `${w.a.zh}与${w.b.zh}双双${rose(w.a.chg)}，幅度分别为${abs(w.a.chg)}%和${abs(w.b.chg)}%${cite(w)}。`
        : `${w.a.zh}${rose(w.a.chg)}${abs(w.a.chg)}%，而${w.b.zh}${rose(w.b.chg)}${abs(w.b.chg)}%，一涨一跌${cite(w)}。`,
    wrong: [
      (w) =>
        w.a.chg > 0 === w.b.chg > 0
          ? `${w.a.zh}${rose(w.a.chg)}${abs(w.a.chg)}%，而${w.b.zh}${rose(w.b.chg)}${abs(w.b.chg)}%，一涨一跌${cite(w)}。`
          : `${w.a.zh}与${w.b.zh}双双${rose(w.a.chg)}，幅度分别为${abs(w.a.chg)}%和${abs(w.b.chg)}%${cite(w)}。`,
    ],
  },
  {
    name: "comparison without numbers of the other",
    say: (w) => {
      const [x, y] = byTwo("pb", w);
      return `${x.zh}的市净率高于${y.zh}，前者为${f2(x.pb)}倍，后者为${f2(y.pb)}倍${cite(w)}。`;
    },
    wrong: [
      (w) => {
        const [x, y] = byTwo("pb", w);
        return `${y.zh}的市净率高于${x.zh}，前者为${f2(y.pb)}倍，后者为${f2(x.pb)}倍${cite(w)}。`;
      },
    ],
  },
  {
    name: "比 with an adjective",
    say: (w) => {
      const [x, y] = byTwo("cap", w);
      return `论市值，${x.zh}（${yi(x.cap)}亿元）比${y.zh}（${yi(y.cap)}亿元）大${cite(w)}。`;
    },
    wrong: [
      (w) => {
        const [x, y] = byTwo("cap", w);
        return `论市值，${x.zh}（${yi(x.cap)}亿元）比${y.zh}（${yi(y.cap)}亿元）小${cite(w)}。`;
      },
    ],
  },
  {
    name: "stands between two averages",
    say: (w) =>
      `${w.a.zh}现价${f2(w.a.price)}元，站上MA5（${f2(w.a.ma5)}元），仍在MA20（${f2(w.a.ma20)}元）之下${cite(w)}。`,
    wrong: [
      (w) =>
        `${w.a.zh}现价${f2(w.a.price)}元，跌破MA5（${f2(w.a.ma5)}元），仍在MA20（${f2(w.a.ma20)}元）之下${cite(w)}。`,
      (w) =>
        `${w.a.zh}现价${f2(w.a.price)}元，站上MA5（${f2(w.a.ma5)}元），也在MA20（${f2(w.a.ma20)}元）之上${cite(w)}。`,
    ],
  },
  {
    name: "list of averages",
    say: (w) =>
      `${w.a.zh}均线：MA5 ${f2(w.a.ma5)}元 | MA20 ${f2(w.a.ma20)}元 | MA60 ${f2(w.a.ma60)}元（${w.src}，${w.day.iso}）`,
    wrong: [
      (w) =>
        `${w.a.zh}均线：MA5 ${f2(w.a.ma20)}元 | MA20 ${f2(w.a.ma5)}元 | MA60 ${f2(w.a.ma60)}元（${w.src}，${w.day.iso}）`,
    ],
  },
  {
    name: "question said again",
    say: (w) => `您问的${w.a.zh}最近收盘：${f2(w.a.close)}元，日期${w.day.iso}，来源${w.src}。`,
  },
  {
    name: "disclaimer after it",
    say: (w) => `${w.a.zh}收盘价${f2(w.a.close)}元${cite(w)}。以上数据仅供参考，不构成投资建议。`,
    wrong: [(w) => `${w.a.zh}收盘价${f2(w.a.close)}元${cite(w)}。以上数据仅供参考，建议在1800元以下买入。`],
  },
  {
    name: "colon heading and dashes",
    say: (w) =>
      `${w.a.zh}｜${zhDay(w.day.iso)}\n- 开盘：${f2(w.a.open)}元\n- 最高：${f2(w.a.high)}元\n- 最低：${f2(w.a.low)}元\n- 收盘：${f2(w.a.close)}元\n（${w.src}）`,
    wrong: [
      (w) =>
        `${w.a.zh}｜${zhDay(w.day.iso)}\n- 开盘：${f2(w.a.open)}元\n- 最高：${f2(w.a.low)}元\n- 最低：${f2(w.a.high)}元\n- 收盘：${f2(w.a.close)}元\n（${w.src}）`,
    ],
  },
  {
    name: "open to close",
    say: (w) => `${w.a.zh}${f2(w.a.open)}元开盘，${f2(w.a.close)}元收盘${cite(w)}。`,
    wrong: [(w) => `${w.a.zh}${f2(w.a.close)}元开盘，${f2(w.a.open)}元收盘${cite(w)}。`],
  },
  {
    name: "second company by its code",
    say: (w) => `${w.a.code}收盘${f2(w.a.close)}元，${w.b.code}收盘${f2(w.b.close)}元${cite(w)}。`,
    wrong: [(w) => `${w.b.code}收盘${f2(w.a.close)}元，${w.a.code}收盘${f2(w.b.close)}元${cite(w)}。`],
  },
  {
    name: "cites of two dates",
    say: (w) =>
      `${w.a.zh}收盘价${f2(w.a.close)}元（${w.src}，${w.day.iso}），毛利率${(w.a.gm * 100).toFixed(2)}%（${w.src}，${w.period.end}）。`,
    wrong: [
      (w) =>
        `${w.a.zh}收盘价${f2(w.a.close)}元（${w.src}，${w.period.end}），毛利率${(w.a.gm * 100).toFixed(2)}%（${w.src}，${w.day.iso}）。`,
    ],
  },
  {
    name: "both listed after the measure",
    say: (w) => `净利润方面，${w.a.zh}为${yi(w.a.np)}亿元，${w.b.zh}为${yi(w.b.np)}亿元${citePeriod(w)}。`,
    wrong: [
      (w) => `净利润方面，${w.b.zh}为${yi(w.a.np)}亿元，${w.a.zh}为${yi(w.b.np)}亿元${citePeriod(w)}。`,
    ],
  },
  {
    name: "turned from above to below",
    say: (w) =>
      `${w.a.zh}今日振荡收${w.a.chg > 0 ? "涨" : "跌"}${abs(w.a.chg)}%，报${f2(w.a.close)}元，RSI14为${f2(w.a.rsi)}${cite(w)}。`,
  },
];

/** English. */
const english: readonly Construct[] = [
  { name: "plain English", say: (w) => `${w.a.en} closed at CNY ${f2(w.a.close)} ${citeEn(w)}.` },
  {
    name: "respectively",
    say: (w) =>
      `${w.a.en} and ${w.b.en} trade at P/E multiples of ${f2(w.a.pe)}x and ${f2(w.b.pe)}x, respectively ${citeEn(w)}.`,
    wrong: [
      (w) =>
        `${w.b.en} and ${w.a.en} trade at P/E multiples of ${f2(w.a.pe)}x and ${f2(w.b.pe)}x, respectively ${citeEn(w)}.`,
    ],
  },
  {
    name: "the former, the latter",
    say: (w) =>
      `Compare ${w.a.en} with ${w.b.en}: the former has a P/B of ${f2(w.a.pb)}x, the latter ${f2(w.b.pb)}x ${citeEn(w)}.`,
    wrong: [
      (w) =>
        `Compare ${w.a.en} with ${w.b.en}: the latter has a P/B of ${f2(w.a.pb)}x, the former ${f2(w.b.pb)}x ${citeEn(w)}.`,
    ],
  },
  {
    name: "anaphora it",
    say: (w) =>
      `${w.a.en} finished ${w.day.weekdayEn} ${up(w.a.chg)} ${abs(w.a.chg)}% at CNY ${f2(w.a.close)}. It had turnover of CNY ${bn(w.a.amt)} billion (${w.src}, ${enDate(w.day.iso)}).`,
    wrong: [
      (w) =>
        `${w.a.en} finished ${w.day.weekdayEn} ${up(-w.a.chg)} ${abs(w.a.chg)}% at CNY ${f2(w.a.close)}. It had turnover of CNY ${bn(w.a.amt)} billion (${w.src}, ${enDate(w.day.iso)}).`,
      (w) =>
        `${w.a.en} finished ${w.day.weekdayEn} ${up(w.a.chg)} ${abs(w.a.chg)}% at CNY ${f2(w.a.close)}. It had turnover of CNY ${bn(w.a.amt)} million (${w.src}, ${enDate(w.day.iso)}).`,
    ],
  },
  {
    name: "rose from to",
    say: (w) =>
      `${w.a.en} ${w.a.chg > 0 ? "rose" : "fell"} from a previous close of CNY ${f2(w.a.prev)} to CNY ${f2(w.a.close)} at the close, ${up(w.a.chg)} ${abs(w.a.chg)}% ${citeEn(w)}.`,
    wrong: [
      (w) =>
        `${w.a.en} ${w.a.chg > 0 ? "fell" : "rose"} from a previous close of CNY ${f2(w.a.prev)} to CNY ${f2(w.a.close)} at the close, ${up(w.a.chg)} ${abs(w.a.chg)}% ${citeEn(w)}.`,
    ],
  },
  {
    name: "fiscal period",
    say: (w) =>
      `${w.a.en}'s revenue for ${w.period.en} was RMB ${bn(w.a.rev)}bn, ${up(w.a.revYoy)} ${abs(w.a.revYoy)}% year on year (source: ${w.src}).`,
    wrong: [
      (w) =>
        `${w.a.en}'s net profit for ${w.period.en} was RMB ${bn(w.a.rev)}bn, revenue ${up(w.a.revYoy)} ${abs(w.a.revYoy)}% year on year (source: ${w.src}).`,
      (w) =>
        `${w.a.en}'s revenue for ${w.period.en} was RMB ${bn(w.a.rev)}bn, ${up(w.a.revYoy)} ${abs(w.a.revYoy)}% quarter on quarter (source: ${w.src}).`,
    ],
  },
  {
    name: "period code",
    say: (w) =>
      `${w.period.code}: ${w.a.en} earned a net profit of CNY ${bn(w.a.np)} billion at a gross margin of ${(w.a.gm * 100).toFixed(2)} percent (${w.src}).`,
  },
  {
    name: "comparison in English",
    say: (w) => {
      const [x, y] = byTwo("pe", w);
      return `At ${f2(x.pe)}x earnings, ${x.en} is more expensive than ${y.en} at ${f2(y.pe)}x ${citeEn(w)}.`;
    },
    wrong: [
      (w) => {
        const [x, y] = byTwo("pe", w);
        return `At ${f2(y.pe)}x earnings, ${y.en} is more expensive than ${x.en} at ${f2(x.pe)}x ${citeEn(w)}.`;
      },
    ],
  },
  {
    name: "compared with",
    say: (w) =>
      `${w.a.en} has a P/E of ${f2(w.a.pe)}x, compared with ${f2(w.b.pe)}x for ${w.b.en} ${citeEn(w)}.`,
    wrong: [
      (w) =>
        `${w.b.en} has a P/E of ${f2(w.a.pe)}x, compared with ${f2(w.b.pe)}x for ${w.a.en} ${citeEn(w)}.`,
    ],
  },
  {
    name: "outflow in English",
    say: (w) =>
      `${w.a.en} saw a main-force net ${w.a.flow > 0 ? "inflow" : "outflow"} of RMB ${(Math.abs(w.a.flow) / 100).toFixed(2)} million on ${enDate(w.day.iso)} (${w.src}).`,
    wrong: [
      (w) =>
        `${w.a.en} saw a main-force net ${w.a.flow > 0 ? "outflow" : "inflow"} of RMB ${(Math.abs(w.a.flow) / 100).toFixed(2)} million on ${enDate(w.day.iso)} (${w.src}).`,
    ],
  },
  {
    name: "lots in English",
    say: (w) =>
      `Volume in ${w.a.en} came to ${thousands(w.a.vol, 0)} lots, with turnover at RMB ${bn(w.a.amt)} billion ${citeEn(w)}.`,
    wrong: [
      (w) =>
        `${w.a.en} bottled ${thousands(w.a.vol, 0)} lots, with turnover at RMB ${bn(w.a.amt)} billion ${citeEn(w)}.`,
      (w) =>
        `Volume in ${w.a.en} came to ${thousands(w.a.vol, 0)} shares, with turnover at RMB ${bn(w.a.amt)} billion ${citeEn(w)}.`,
    ],
  },
  {
    name: "above its average",
    say: (w) =>
      `${w.a.en} closed at CNY ${f2(w.a.close)}, ${above(w.a.close, w.a.ma60)} its MA60 of CNY ${f2(w.a.ma60)} and ${above(w.a.close, w.a.ma20)} its MA20 of CNY ${f2(w.a.ma20)} ${citeEn(w)}.`,
    wrong: [
      (w) =>
        `${w.a.en} closed at CNY ${f2(w.a.close)}, ${above(w.a.ma60, w.a.close)} its MA60 of CNY ${f2(w.a.ma60)} and ${above(w.a.close, w.a.ma20)} its MA20 of CNY ${f2(w.a.ma20)} ${citeEn(w)}.`,
    ],
  },
  {
    name: "bullets in English",
    say: (w) =>
      `**${w.a.en}** (${w.a.code})\n- Close: CNY ${f2(w.a.close)}\n- Change: ${signed(w.a.chg)}%\n- P/E: ${f2(w.a.pe)}x\n- Source: ${w.src}, ${w.day.iso}`,
    wrong: [
      (w) =>
        `**${w.a.en}** (${w.a.code})\n- Open: CNY ${f2(w.a.close)}\n- Change: ${signed(w.a.chg)}%\n- P/E: ${f2(w.a.pe)}x\n- Source: ${w.src}, ${w.day.iso}`,
      (w) =>
        `**${w.a.en}** (${w.a.code})\n- Close: CNY ${f2(w.a.close)}\n- Change: ${signed(w.a.chg)}%\n- P/B: ${f2(w.a.pe)}x\n- Source: ${w.src}, ${w.day.iso}`,
    ],
  },
  {
    name: "table in English",
    say: (w) =>
      `| Metric | ${w.a.en} | ${w.b.en} |\n|---|---|---|\n| Close (CNY) | ${f2(w.a.close)} | ${f2(w.b.close)} |\n| Market cap (CNY bn) | ${bn(w.a.cap)} | ${bn(w.b.cap)} |\n\nSource: ${w.src}, ${w.day.iso}`,
    wrong: [
      (w) =>
        `| Metric | ${w.b.en} | ${w.a.en} |\n|---|---|---|\n| Close (CNY) | ${f2(w.a.close)} | ${f2(w.b.close)} |\n| Market cap (CNY bn) | ${bn(w.a.cap)} | ${bn(w.b.cap)} |\n\nSource: ${w.src}, ${w.day.iso}`,
    ],
  },
  {
    name: "day's range in English",
    say: (w) => `${w.a.en} traded between CNY ${f2(w.a.low)} and CNY ${f2(w.a.high)} ${citeEn(w)}.`,
    wrong: [(w) => `${w.a.en} traded between CNY ${f2(w.a.low)} and CNY ${f2(w.a.open)} ${citeEn(w)}.`],
  },
  {
    name: "while and whereas",
    say: (w) =>
      `${w.a.en} was ${up(w.a.chg)} ${abs(w.a.chg)}%, while ${w.b.en} was ${up(w.b.chg)} ${abs(w.b.chg)}% on ${enDate(w.day.iso)} (${w.src}).`,
    wrong: [
      (w) =>
        `${w.b.en} was ${up(w.a.chg)} ${abs(w.a.chg)}%, while ${w.a.en} was ${up(w.b.chg)} ${abs(w.b.chg)}% on ${enDate(w.day.iso)} (${w.src}).`,
    ],
  },
  {
    name: "according to",
    say: (w) =>
      `According to ${w.src}, ${w.a.en} had a turnover rate of ${f2(w.a.tr)}% on ${enDate(w.day.iso)}.`,
    wrong: [
      (w) =>
        `According to Bloomberg, ${w.a.en} had a turnover rate of ${f2(w.a.tr)}% on ${enDate(w.day.iso)}.`,
    ],
  },
  {
    name: "ranking in English",
    say: (w) => {
      const [x, y, z] = byDesc("cap", w);
      return `By market cap, ${x.en} is the largest at RMB ${bn(x.cap)} billion, followed by ${y.en} at RMB ${bn(y.cap)} billion and ${z.en} at RMB ${bn(z.cap)} billion ${citeEn(w)}.`;
    },
    wrong: [
      (w) => {
        const [x, y, z] = byDesc("cap", w);
        return `By market cap, ${y.en} is the largest at RMB ${bn(y.cap)} billion, followed by ${x.en} at RMB ${bn(x.cap)} billion and ${z.en} at RMB ${bn(z.cap)} billion ${citeEn(w)}.`;
      },
    ],
  },
  {
    name: "did not",
    say: (w) =>
      `${w.a.en} did not ${w.a.chg > 0 ? "fall" : "rise"}: it ${w.a.chg > 0 ? "gained" : "lost"} ${abs(w.a.chg)}% to close at CNY ${f2(w.a.close)} ${citeEn(w)}.`,
    wrong: [
      (w) =>
        `${w.a.en} did not ${w.a.chg > 0 ? "rise" : "fall"}: it ${w.a.chg > 0 ? "gained" : "lost"} ${abs(w.a.chg)}% to close at CNY ${f2(w.a.close)} ${citeEn(w)}.`,
    ],
  },
  {
    name: "mixed languages",
    say: (w) =>
      `${w.a.zh}(${w.a.code}) close ${f2(w.a.close)}元，PE ${f2(w.a.pe)}x，换手率${f2(w.a.tr)}% — source: ${w.src}, ${w.day.iso}`,
    wrong: [
      (w) =>
        `${w.a.zh}(${w.a.code}) open ${f2(w.a.close)}元，PE ${f2(w.a.pe)}x，换手率${f2(w.a.tr)}% — source: ${w.src}, ${w.day.iso}`,
    ],
  },
];

/** Chinese, the wire's and the chat's manners. */
const chineseManners: readonly Construct[] = [
  {
    name: "wire copy",
    say: (w) =>
      `截至${zhDay(w.day.iso)}收盘，${w.a.zh}报${f2(w.a.close)}元，${w.a.chg > 0 ? "涨" : "跌"}${abs(w.a.chg)}%，换手率${f2(w.a.tr)}%，成交额${yi(w.a.amt)}亿元，总市值${yi(w.a.cap)}亿元。（数据来源：${w.src}）`,
    wrong: [
      (w) =>
        `截至${zhDay(w.day.iso)}收盘，${w.a.zh}报${f2(w.a.close)}元，${w.a.chg > 0 ? "涨" : "跌"}${abs(w.a.chg)}%，换手率${f2(w.a.tr)}%，总市值${yi(w.a.amt)}亿元，成交额${yi(w.a.cap)}亿元。（数据来源：${w.src}）`,
    ],
  },
  {
    name: "signed aside",
    say: (w) =>
      `${w.a.zh} ${f2(w.a.close)}元（${signed(w.a.chg)}%），${w.b.zh} ${f2(w.b.close)}元（${signed(w.b.chg)}%）。来源：${w.src}，${w.day.iso}`,
  },
  {
    name: "arrows",
    say: (w) => `${w.a.zh} 收盘价${f2(w.a.close)}元 ${w.a.chg > 0 ? "↑" : "↓"}${abs(w.a.chg)}%${cite(w)}`,
    wrong: [(w) => `${w.a.zh} 收盘价${f2(w.a.close)}元 ${w.a.chg > 0 ? "↓" : "↑"}${abs(w.a.chg)}%${cite(w)}`],
  },
  {
    name: "semicolons",
    say: (w) =>
      `${w.a.zh}：开盘价${f2(w.a.open)}元；最高价${f2(w.a.high)}元；最低价${f2(w.a.low)}元；收盘价${f2(w.a.close)}元；昨收${f2(w.a.prev)}元${cite(w)}`,
  },
  {
    name: "只有 and 则",
    say: (w) => `${w.a.zh}市盈率只有${f2(w.a.pe)}倍，${w.b.zh}则为${f2(w.b.pe)}倍${cite(w)}。`,
    wrong: [(w) => `${w.a.zh}市盈率只有${f2(w.b.pe)}倍，${w.b.zh}则为${f2(w.a.pe)}倍${cite(w)}。`],
  },
  {
    name: "与…相比",
    say: (w) => {
      const [x, y] = byTwo("pe", w);
      return `与${y.zh}相比，${x.zh}的市盈率更高（${f2(x.pe)}倍 vs ${f2(y.pe)}倍）${cite(w)}。`;
    },
    wrong: [
      (w) => {
        const [x, y] = byTwo("pe", w);
        return `与${x.zh}相比，${y.zh}的市盈率更高（${f2(y.pe)}倍 vs ${f2(x.pe)}倍）${cite(w)}。`;
      },
    ],
  },
  {
    name: "依次为",
    say: (w) =>
      `${w.a.zh}、${w.b.zh}、${w.c.zh}的总市值依次为${yi(w.a.cap)}亿元、${yi(w.b.cap)}亿元、${yi(w.c.cap)}亿元${cite(w)}。`,
    wrong: [
      (w) =>
        `${w.a.zh}、${w.b.zh}、${w.c.zh}的总市值依次为${yi(w.b.cap)}亿元、${yi(w.a.cap)}亿元、${yi(w.c.cap)}亿元${cite(w)}。`,
    ],
  },
  {
    name: "two amounts of a report",
    say: (w) =>
      `${w.a.zh}${w.period.zh}营业收入和净利润分别为${yi(w.a.rev)}亿元和${yi(w.a.np)}亿元（${w.src}）。`,
    wrong: [
      (w) =>
        `${w.a.zh}${w.period.zh}净利润和营业收入分别为${yi(w.a.rev)}亿元和${yi(w.a.np)}亿元（${w.src}）。`,
    ],
  },
  {
    name: "amounts joined by 、",
    say: (w) =>
      `${w.period.zh}，${w.a.zh}实现营收${yi(w.a.rev)}亿元、归母净利润${yi(w.a.np)}亿元，来源${w.src}。`,
  },
  {
    name: "growth in brackets",
    say: (w) => `${w.a.zh}营收${yi(w.a.rev)}亿元（同比${signed(w.a.revYoy)}%）${citePeriod(w)}`,
    wrong: [(w) => `${w.a.zh}营收${yi(w.a.rev)}亿元（环比${signed(w.a.revYoy)}%）${citePeriod(w)}`],
  },
  {
    name: "growth as a noun",
    say: (w) => `${w.a.zh}营收同比增速为${w.a.revYoy > 0 ? "" : "-"}${abs(w.a.revYoy)}%${citePeriod(w)}。`,
  },
  {
    name: "report shows",
    say: (w) =>
      `${w.period.end}的财报数据显示，${w.a.zh}毛利率${(w.a.gm * 100).toFixed(2)}%，净资产收益率${f2(w.a.roe)}%，数据来自${w.src}。`,
  },
  {
    name: "as of the period's end",
    say: (w) =>
      `报告期${w.period.end}：${w.a.zh}净利润${yi(w.a.np)}亿元，ROE为${f2(w.a.roe)}%。来源：${w.src}`,
  },
  {
    name: "today with date and weekday",
    say: (w) =>
      `今天（${zhDay(w.day.iso)}，周${w.day.weekday}）${w.a.zh}收于${f2(w.a.close)}元，来源为${w.src}。`,
  },
  {
    name: "with the time",
    say: (w) => `${w.a.zh}当前价${f2(w.a.price)}元（${w.src}，${w.day.iso} 15:00）。`,
    wrong: [(w) => `${w.a.zh}当前价${f2(w.a.price)}元（${w.src}，${w.day.iso} 14:00）。`],
  },
  {
    name: "slashed averages",
    say: (w) => `${w.a.zh} MA5/MA20/MA60：${f2(w.a.ma5)}/${f2(w.a.ma20)}/${f2(w.a.ma60)}元${cite(w)}`,
    wrong: [(w) => `${w.a.zh} MA5/MA20/MA60：${f2(w.a.ma20)}/${f2(w.a.ma5)}/${f2(w.a.ma60)}元${cite(w)}`],
  },
  {
    name: "chain of inequalities",
    say: (w) =>
      `${w.a.zh}：MA60（${f2(w.a.ma60)}元）< MA5（${f2(w.a.ma5)}元）< MA20（${f2(w.a.ma20)}元）${cite(w)}`,
    wrong: [
      (w) =>
        `${w.a.zh}：MA60（${f2(w.a.ma60)}元）> MA5（${f2(w.a.ma5)}元）> MA20（${f2(w.a.ma20)}元）${cite(w)}`,
    ],
  },
  { name: "amount without 元", say: (w) => `${w.a.zh}成交${yi(w.a.amt)}亿，市值${yi(w.a.cap)}亿${cite(w)}` },
  {
    name: "thousands separators",
    say: (w) =>
      `${w.a.zh}总市值${thousands(w.a.cap / 1e8)}亿元，成交量${thousands(w.a.vol, 0)}手${cite(w)}。`,
  },
  {
    name: "a fall as a noun",
    say: (w) => `${w.a.zh}今日${w.a.chg > 0 ? "涨幅" : "跌幅"}为${abs(w.a.chg)}%${cite(w)}。`,
    wrong: [
      (w) => `${w.a.zh}今日${w.a.chg > 0 ? "跌幅" : "涨幅"}为${abs(w.a.chg)}%${cite(w)}。`,
      (w) => `${w.a.zh}今日振幅为${abs(w.a.chg)}%${cite(w)}。`,
    ],
  },
  {
    name: "spoken minus",
    say: (w) => `${w.a.zh}涨跌幅为${w.a.chg > 0 ? "正" : "负"}${abs(w.a.chg)}%${cite(w)}。`.replace("正", ""),
  },
  {
    name: "colloquial move",
    say: (w) =>
      `${w.a.zh}今天是${w.a.chg > 0 ? "涨" : "跌"}的，${w.a.chg > 0 ? "涨了" : "跌了"}${abs(w.a.chg)}%，收盘${f2(w.a.close)}块${cite(w)}`,
  },
  {
    name: "who rose most",
    say: (w) => {
      const [x, y, z] = byDesc("tr", w);
      return `换手率最高的是${x.zh}（${f2(x.tr)}%），最低的是${z.zh}（${f2(z.tr)}%），${y.zh}居中，为${f2(y.tr)}%${cite(w)}。`;
    },
    wrong: [
      (w) => {
        const [x, y, z] = byDesc("tr", w);
        return `换手率最高的是${z.zh}（${f2(z.tr)}%），最低的是${x.zh}（${f2(x.tr)}%），${y.zh}居中，为${f2(y.tr)}%${cite(w)}。`;
      },
    ],
  },
  {
    name: "HTML table",
    say: (w) =>
      `<table><tr><th>股票</th><th>收盘价</th><th>市盈率</th></tr><tr><td>${w.a.zh}</td><td>${f2(w.a.close)}元</td><td>${f2(w.a.pe)}倍</td></tr><tr><td>${w.b.zh}</td><td>${f2(w.b.close)}元</td><td>${f2(w.b.pe)}倍</td></tr></table><p>来源：${w.src}，${w.day.iso}</p>`,
  },
  {
    name: "note at the end",
    say: (w) =>
      `${w.a.zh}：${f2(w.a.close)}元，${w.b.zh}：${f2(w.b.close)}元。\n注：以上为收盘价，数据来自${w.src}，截至${w.day.iso}。`,
    wrong: [
      (w) =>
        `${w.a.zh}：${f2(w.a.close)}元，${w.b.zh}：${f2(w.b.close)}元。\n注：以上为开盘价，数据来自${w.src}，截至${w.day.iso}。`,
    ],
  },
  { name: "yuan sign", say: (w) => `${w.a.zh}（代码：${w.a.code}）收盘价￥${f2(w.a.close)}${cite(w)}` },
  { name: "每股", say: (w) => `${w.a.zh}收盘价为每股${f2(w.a.close)}元${cite(w)}。` },
  {
    name: "quoted name",
    say: (w) => `「${w.a.zh}」最新市净率为${f2(w.a.pb)}倍，市盈率为${f2(w.a.pe)}倍${cite(w)}。`,
  },
  {
    name: "traditional characters",
    say: (w) =>
      `${w.a.zh}收盤價${f2(w.a.close)}元，漲跌幅${signed(w.a.chg)}%，成交額${yi(w.a.amt)}億元（來源：${w.src}，${w.day.iso}）。`,
  },
  {
    name: "bullets of other shapes",
    say: (w) =>
      `◆ ${w.a.zh}\n• 收盘价 ${f2(w.a.close)}元\n• 换手率 ${f2(w.a.tr)}%\n• 来源 ${w.src} ${w.day.iso}`,
  },
  {
    name: "circled marks",
    say: (w) => `① ${w.a.zh}市盈率${f2(w.a.pe)}倍；② ${w.b.zh}市盈率${f2(w.b.pe)}倍${cite(w)}。`,
  },
  {
    name: "headings",
    say: (w) =>
      `### ${w.a.zh}\n收盘价：${f2(w.a.close)}元\n\n### ${w.b.zh}\n收盘价：${f2(w.b.close)}元\n\n> 来源：${w.src} | 日期：${w.day.iso}`,
    wrong: [
      (w) =>
        `### ${w.b.zh}\n收盘价：${f2(w.a.close)}元\n\n### ${w.a.zh}\n收盘价：${f2(w.b.close)}元\n\n> 来源：${w.src} | 日期：${w.day.iso}`,
    ],
  },
  {
    name: "cover in front of bullets",
    say: (w) =>
      `以下数据来自${w.src}，截至${zhDate(w.day.iso)}：\n- ${w.a.zh}市盈率${f2(w.a.pe)}倍\n- ${w.b.zh}市盈率${f2(w.b.pe)}倍`,
  },
  {
    name: "question and answer",
    say: (w) => `问：${w.a.zh}的市净率是多少？\n答：${f2(w.a.pb)}倍${cite(w)}。`,
  },
  {
    name: "comma list after a colon",
    say: (w) =>
      `三家的市净率：${w.a.zh}${f2(w.a.pb)}倍，${w.b.zh}${f2(w.b.pb)}倍，${w.c.zh}${f2(w.c.pb)}倍（${w.src}，${zhDay(w.day.iso)}）。`,
  },
  {
    name: "flows of two",
    say: (w) =>
      `主力资金方面，${w.a.zh}${flowed(w.a.flow)}${abs(w.a.flow)}万元，${w.b.zh}${flowed(w.b.flow)}${abs(w.b.flow)}万元${cite(w)}。`,
    wrong: [
      (w) =>
        `主力资金方面，${w.a.zh}${flowed(-w.a.flow)}${abs(w.a.flow)}万元，${w.b.zh}${flowed(w.b.flow)}${abs(w.b.flow)}万元${cite(w)}。`,
    ],
  },
  {
    name: "both flows",
    say: (w) =>
      w.a.flow > 0 === w.b.flow > 0
        ? `${w.a.zh}和${w.b.zh}主力资金均为${flowed(w.a.flow)}，金额分别为${abs(w.a.flow)}万元和${abs(w.b.flow)}万元${cite(w)}。`
        : `${w.a.zh}主力资金${flowed(w.a.flow)}${abs(w.a.flow)}万元，${w.b.zh}则${flowed(w.b.flow)}${abs(w.b.flow)}万元${cite(w)}。`,
  },
  {
    name: "above and below in one clause",
    say: (w) =>
      `${w.a.zh}收盘价${f2(w.a.close)}元，高于MA5的${f2(w.a.ma5)}元、低于MA20的${f2(w.a.ma20)}元${cite(w)}。`,
    wrong: [
      (w) =>
        `${w.a.zh}收盘价${f2(w.a.close)}元，低于MA5的${f2(w.a.ma5)}元、高于MA20的${f2(w.a.ma20)}元${cite(w)}。`,
    ],
  },
  {
    name: "left out subject of a comparison",
    say: (w) => `${w.a.zh}开盘${f2(w.a.open)}元，收盘${f2(w.a.close)}元，收盘价高于开盘价${cite(w)}。`,
    wrong: [
      (w) => `${w.a.zh}开盘${f2(w.a.open)}元，收盘${f2(w.a.close)}元，收盘价低于开盘价${cite(w)}。`,
      (w) => `${w.a.zh}开盘${f2(w.a.open)}元，收盘${f2(w.a.close)}元，高开高走，涨停收盘${cite(w)}。`,
    ],
  },
  {
    name: "said of no other",
    say: (w) => `这里只查到${w.a.zh}的数据：收盘价${f2(w.a.close)}元${cite(w)}，没有${w.b.zh}的数据。`,
  },
  {
    name: "excuse, then the number",
    say: (w) => `抱歉，暂时没有${w.a.zh}的实时行情，最近收盘为${f2(w.a.close)}元${cite(w)}。`,
  },
  {
    name: "thanks for waiting",
    say: (w) => `帮您查好啦～${w.a.zh}的总市值是${yi(w.a.cap)}亿元，市盈率是${f2(w.a.pe)}倍哦${cite(w)}`,
  },
  {
    name: "in the words of the asker",
    say: (w) =>
      `您关心的${w.a.zh}和${w.b.zh}，前者${rose(w.a.chg)}${abs(w.a.chg)}%，后者${rose(w.b.chg)}${abs(w.b.chg)}%${cite(w)}。`,
  },
  {
    name: "measure with a window of its own",
    say: (w) => `${w.a.zh}的14日RSI为${f2(w.a.rsi)}，5日均线${f2(w.a.ma5)}元${cite(w)}。`,
    wrong: [
      (w) => `${w.a.zh}的6日RSI为${f2(w.a.rsi)}，5日均线${f2(w.a.ma5)}元${cite(w)}。`,
      (w) => `${w.a.zh}的14日RSI为${f2(w.a.rsi)}，10日均线${f2(w.a.ma5)}元${cite(w)}。`,
    ],
  },
];

/** English, further manners. */
const englishManners: readonly Construct[] = [
  {
    name: "shares ended",
    say: (w) =>
      `Shares of ${w.a.en} ended ${w.day.weekdayEn} at CNY ${f2(w.a.close)}, ${up(w.a.chg)} ${abs(w.a.chg)}% (${w.src}, ${enDate(w.day.iso)}).`,
    wrong: [
      (w) =>
        `Shares of ${w.a.en} opened ${w.day.weekdayEn} at CNY ${f2(w.a.close)}, ${up(w.a.chg)} ${abs(w.a.chg)}% (${w.src}, ${enDate(w.day.iso)}).`,
    ],
  },
  { name: "last traded", say: (w) => `${w.a.en} last traded at CNY ${f2(w.a.price)} ${citeEn(w)}.` },
  {
    name: "market cap stands at",
    say: (w) => `${w.a.en}'s market cap stands at RMB ${bn(w.a.cap)} billion ${citeEn(w)}.`,
  },
  {
    name: "slipped to",
    say: (w) =>
      `${w.a.en} ${w.a.chg > 0 ? "gained" : "slipped"} ${abs(w.a.chg)}% to CNY ${f2(w.a.close)} ${citeEn(w)}.`,
    wrong: [
      (w) =>
        `${w.a.en} ${w.a.chg > 0 ? "slipped" : "gained"} ${abs(w.a.chg)}% to CNY ${f2(w.a.close)} ${citeEn(w)}.`,
    ],
  },
  {
    name: "a gain of",
    say: (w) =>
      `${w.a.en} recorded a ${abs(w.a.chg)}% ${w.a.chg > 0 ? "gain" : "loss"} on ${enDate(w.day.iso)} (${w.src}).`,
    wrong: [
      (w) =>
        `${w.a.en} recorded a ${abs(w.a.chg)}% ${w.a.chg > 0 ? "loss" : "gain"} on ${enDate(w.day.iso)} (${w.src}).`,
    ],
  },
  {
    name: "ratios with semicolons",
    say: (w) => `${w.a.en} valuation: P/E (TTM) ${f2(w.a.pe)}x; P/B ${f2(w.a.pb)}x ${citeEn(w)}.`,
    wrong: [(w) => `${w.a.en} valuation: P/E (TTM) ${f2(w.a.pb)}x; P/B ${f2(w.a.pe)}x ${citeEn(w)}.`],
  },
  {
    name: "on volume of",
    say: (w) =>
      `${w.a.en} closed at CNY ${f2(w.a.close)} on volume of ${thousands(w.a.vol, 0)} lots ${citeEn(w)}.`,
  },
  {
    name: "growth to",
    say: (w) =>
      `${w.a.en}'s revenue ${w.a.revYoy > 0 ? "rose" : "fell"} ${abs(w.a.revYoy)}% year on year to RMB ${bn(w.a.rev)} billion ${"("}${w.src}, ${w.period.end}).`,
    wrong: [
      (w) =>
        `${w.a.en}'s net profit ${w.a.revYoy > 0 ? "rose" : "fell"} ${abs(w.a.revYoy)}% year on year to RMB ${bn(w.a.rev)} billion ${"("}${w.src}, ${w.period.end}).`,
    ],
  },
  {
    name: "as of the close",
    say: (w) =>
      `As of the close on ${enDate(w.day.iso)}, ${w.a.en} stood at CNY ${f2(w.a.close)} (source: ${w.src}).`,
  },
  {
    name: "as low as, as high as",
    say: (w) =>
      `${w.a.en} traded as low as CNY ${f2(w.a.low)} and as high as CNY ${f2(w.a.high)} ${citeEn(w)}.`,
    wrong: [
      (w) => `${w.a.en} traded as low as CNY ${f2(w.a.high)} and as high as CNY ${f2(w.a.low)} ${citeEn(w)}.`,
    ],
  },
  {
    name: "has the higher",
    say: (w) => {
      const [x, y] = byTwo("pe", w);
      return `${x.en} has the higher P/E: ${f2(x.pe)}x versus ${f2(y.pe)}x for ${y.en} ${citeEn(w)}.`;
    },
    wrong: [
      (w) => {
        const [x, y] = byTwo("pe", w);
        return `${y.en} has the higher P/E: ${f2(y.pe)}x versus ${f2(x.pe)}x for ${x.en} ${citeEn(w)}.`;
      },
    ],
  },
  {
    name: "lower than the other's",
    say: (w) => {
      const [x, y] = byTwo("pb", w);
      return `${y.en}'s P/B of ${f2(y.pb)}x is lower than ${x.en}'s ${f2(x.pb)}x ${citeEn(w)}.`;
    },
    wrong: [
      (w) => {
        const [x, y] = byTwo("pb", w);
        return `${x.en}'s P/B of ${f2(x.pb)}x is lower than ${y.en}'s ${f2(y.pb)}x ${citeEn(w)}.`;
      },
    ],
  },
  {
    name: "and the other",
    say: (w) => `${w.a.en} moved ${signed(w.a.chg)}% and ${w.b.en} ${signed(w.b.chg)}% ${citeEn(w)}.`,
    wrong: [(w) => `${w.b.en} moved ${signed(w.a.chg)}% and ${w.a.en} ${signed(w.b.chg)}% ${citeEn(w)}.`],
  },
  {
    name: "HTML in English",
    say: (w) =>
      `<b>${w.a.en}</b><ul><li>P/E: ${f2(w.a.pe)}x</li><li>P/B: ${f2(w.a.pb)}x</li></ul><i>Source: ${w.src}, ${w.day.iso}</i>`,
  },
  {
    name: "chat in English",
    say: (w) =>
      `Sure! ${w.a.en} (${w.a.code}) is currently at a P/E of ${f2(w.a.pe)}x and a P/B of ${f2(w.a.pb)}x, per ${w.src} as of ${w.day.iso}.`,
  },
  {
    name: "its own average",
    say: (w) =>
      `${w.a.en}'s MA5 is CNY ${f2(w.a.ma5)}, its MA20 CNY ${f2(w.a.ma20)} and its MA60 CNY ${f2(w.a.ma60)} ${citeEn(w)}.`,
    wrong: [
      (w) =>
        `${w.a.en}'s MA5 is CNY ${f2(w.a.ma20)}, its MA20 CNY ${f2(w.a.ma5)} and its MA60 CNY ${f2(w.a.ma60)} ${citeEn(w)}.`,
    ],
  },
  {
    name: "money flowed out",
    say: (w) =>
      `Main-force net ${w.a.flow > 0 ? "inflow" : "outflow"} for ${w.a.en} was RMB ${(Math.abs(w.a.flow) / 100).toFixed(2)} million ${citeEn(w)}.`,
    wrong: [
      (w) =>
        `Main-force net ${w.a.flow > 0 ? "outflow" : "inflow"} for ${w.a.en} was RMB ${(Math.abs(w.a.flow) / 100).toFixed(2)} million ${citeEn(w)}.`,
    ],
  },
  {
    name: "percent spelled out",
    say: (w) =>
      `${w.a.en}'s turnover rate was ${f2(w.a.tr)} percent and it ${w.a.chg > 0 ? "rose" : "fell"} ${abs(w.a.chg)} per cent ${citeEn(w)}.`,
  },
];

export const constructs: readonly Construct[] = [
  ...chinese,
  ...chineseManners,
  ...english,
  ...englishManners,
];

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Session } from "#contract";
import { bundledSecurities, createDirectory, foreignSecurities, languageOf, readSubjects } from "#language";
import { routeByRules } from "../../src/models/builtin/route.ts";
import { groundPlan } from "../language/ground-plan.ts";
import { catalogue } from "./catalogue.ts";

const directory = createDirectory([...bundledSecurities, ...foreignSecurities]);
const now = "2026-05-07T10:32:05+08:00";

const after = (code: string): Session => [
  { turnId: "telegram-1-2-1", codes: [code], skill: "price", input: { codes: [code] }, claims: [], at: now },
];

function routesAs(expected: Readonly<Record<string, readonly string[]>>, session: Session = []): void {
  for (const [text, actions] of Object.entries(expected)) {
    const facts = { text, session, now, cards: catalogue, language: languageOf(text) };
    const { plan } = routeByRules(facts, directory);
    assert.ok("plan" in groundPlan(plan, { text, session, now, directory }), `${text} is not grounded`);
    const found = plan.actions.map(({ skill, input: { codes, date, reason } }) =>
      [skill, Array.isArray(codes) ? codes.join("+") : "", date ?? "", reason ?? ""]
        .filter(Boolean)
        .join(" "),
    );
    assert.deepEqual(found, actions, text);
  }
}

test("words that say the same are read the same", () => {
  routesAs({
    海螺水泥去年挣了多少钱: ["fundamentals 600585.SH"],
    招行贵不: ["valuation 600036.SH"],
    明天能交易不: ["calendar 2026-05-08"],
    "行，我知道啦": ["chitchat"],
    融资融券是个啥: ["knowledge"],
    这数字准不: ["sources"],
  });
});

test("codes read out digit by digit and tags name companies, amounts do not; a picture alone is small talk", () => {
  routesAs({
    六零零五一九现在多少钱: ["price 600519.SH"],
    三零零七五零和六零一八九九谁涨得多: ["peers 300750.SZ+601899.SH"],
    "$300059 资金净流入": ["fund-flow 300059.SZ"],
    $600000能买多少茅台: ["calculator 600519.SH"],
    今天成交六零零五一九手: ["help unsupported"],
    "👌🏻 🙏": ["chitchat"],
    "[强]": ["chitchat"],
    讯飞的票最近有啥雷不: ["news 002230.SZ"],
  });
});

test("is it or is it not denies nothing", () => {
  routesAs({ 讯飞是不是超卖了: ["technical 002230.SZ"], 中芯国际是不是涨停了: ["price 688981.SH"] });
  routesAs({ 不是股价: ["help unsupported"] });
});

test("how things stand is asked of an index as of the market, of a company as of its news", () => {
  routesAs({ 大盘现在啥情况: ["market 000001.SH"], 紫金矿业啥情况: ["news 601899.SH"] });
});

test("a broker that rates another company is no subject; alone or set beside one it is", () => {
  routesAs({
    中金对中免的最新评级: ["research-reports 601888.SH"],
    中信证券怎么看茅台: ["research-reports 600519.SH"],
    "CICC's rating on BYD": ["research-reports 002594.SZ"],
    中信证券的评级: ["research-reports 600030.SH"],
    "ICBC rating and CMB rating": ["research-reports 601398.SH+600036.SH"],
  });
});

test("the list of somebody else is refused, one's own and a company's are not", () => {
  routesAs({
    张三的自选股是什么: ["refuse privacy"],
    看看李四的自选: ["refuse privacy"],
    "show me John's watchlist": ["refuse privacy"],
    我的自选股: ["watchlist"],
    万科加自选: ["watchlist 000002.SZ"],
    周五的关注列表: ["watchlist 2026-05-01"],
  });
});

test("a question in everyday words about the company before needs no name", () => {
  routesAs(
    {
      昨天收在哪: ["price 600519.SH 2026-05-06"],
      怎么跌这么狠: ["news 600519.SH"],
      主力在进还是在出: ["fund-flow 600519.SH"],
      加进我的自选: ["watchlist 600519.SH"],
      最近三个月的走势发来: ["chart 600519.SH"],
      五粮液和它比呢: ["peers 600519.SH+000858.SZ"],
      我的自选: ["watchlist"],
      紫霄科技市盈率: ["valuation 紫霄科技"],
    },
    after("600519.SH"),
  );
});

test("a name of several companies is the one that was spoken of before, else asked about", () => {
  routesAs({ 平安有什么消息: ["news 601318.SH"] }, after("601318.SH"));
  routesAs({ 平安有什么消息: ["news 平安"] }, after("600519.SH"));
});

test("a slip in a name that begins like one of another market is read", () => {
  routesAs({ 京东芳多少钱: ["price 000725.SZ"], 京东多少钱: ["refuse out_of_scope"] });
});

test("a picture asked for first is of everything behind it", () => {
  routesAs({ 用图展示美的和格力股价: ["chart 000333.SZ+000651.SZ"] });
});

test("a sum of money and a share of it is a sum", () => {
  routesAs({ "200元-10%": ["calculator"], "原价200元-10%": ["calculator"] });
});

test("a loose character beside a word of price leaves it one; what is counted does not", () => {
  routesAs({
    招行眼下报几块: ["price 600036.SH"],
    药明康德这两天跌掉多少: ["price 603259.SH"],
    瞅一瞅招行行情: ["price 600036.SH"],
    茅台多少度: ["help unsupported"],
    茅台有多少员工: ["help unsupported"],
  });
});

test("the commas of a list part no questions, those between questions do", () => {
  routesAs({
    "rank Moutai, Wuliangye and CATL by PB": ["peers 600519.SH+000858.SZ+300750.SZ"],
    "茅台股价,五粮液市盈率": ["price 600519.SH", "valuation 000858.SZ"],
    "PE of Moutai, BYD chart": ["valuation 600519.SH", "chart 002594.SZ"],
  });
});

test("a quarter beside a plain word is when, alone it is which report", () => {
  routesAs({
    "candles for SMIC past quarter": ["chart 688981.SH"],
    "SMIC last quarter": ["fundamentals 688981.SH"],
    中芯国际一季报和股价: ["fundamentals 688981.SH", "price 688981.SH"],
  });
});

test("a number that a price may reach is no year", () => {
  routesAs({ 茅台能冲2000吗: ["refuse prediction"], 茅台2000年收盘: ["price 600519.SH"] });
  for (const text of ["has Moutai hit 2000", "did Moutai reach 2000", "has Moutai been up to 2000"])
    assert.deepEqual(readSubjects({ text, session: [], now, directory }).badDates, [], text);
  for (const text of ["Moutai close in 2000", "Moutai revenue 2000"])
    assert.equal(readSubjects({ text, session: [], now, directory }).badDates.length, 1, text);
  routesAs({ "has Moutai hit 2000": ["price 600519.SH"], 茅台碰到2000了没: ["price 600519.SH"] });
  routesAs({ "has it hit 2000": ["price 600519.SH"] }, after("600519.SH"));
});

const turn = (at: number, skill: string, codes: readonly string[]): Session[number] => ({
  turnId: `telegram-1-2-${at}`,
  codes,
  skill,
  input: codes.length === 0 ? {} : { codes: [...codes] },
  claims: [],
  at: now,
});

test("what was asked of the market is asked of the market again, with thanks between too", () => {
  const session = [
    turn(1, "price", ["600519.SH"]),
    turn(2, "calendar", []),
    turn(3, "chitchat", ["600519.SH"]),
  ];
  routesAs({ "那2026-05-09呢": ["calendar 2026-05-09"] }, session);
  routesAs({ "那2026-05-06呢": ["price 600519.SH 2026-05-06"] }, session.slice(0, 1));
  routesAs({ "what's the index at": ["market"], 端午节放几天: ["calendar"] }, session.slice(0, 1));
});

test("who and which mean the companies of the last two turns, an ordinal one of several", () => {
  const session = [turn(1, "valuation", ["600036.SH"]), turn(2, "valuation", ["601398.SH"])];
  routesAs({ 谁高: ["peers 600036.SH+601398.SH"], "who's cheaper": ["peers 600036.SH+601398.SH"] }, session);
  const both = [turn(1, "price", ["600519.SH", "000858.SZ"])];
  routesAs(
    {
      第二个的市盈率: ["valuation 000858.SZ"],
      "revenue of the first one": ["fundamentals 600519.SH"],
      两个放一起比比: ["peers 600519.SH+000858.SZ"],
    },
    both,
  );
});

test("再看看五粮液的 asks the last question again, on its day", () => {
  const [asked] = after("600519.SH");
  const session =
    asked === undefined
      ? []
      : [{ ...asked, date: "2026-05-06", input: { codes: ["600519.SH"], date: "2026-05-06" } }];
  routesAs(
    {
      再看看五粮液的: ["price 000858.SZ 2026-05-06"],
      换成五粮液: ["price 000858.SZ 2026-05-06"],
      好的: ["chitchat"],
    },
    session,
  );
});

test("a company set beside the one of the turn before joins it; where two are named they are all", () => {
  routesAs(
    {
      毛利率跟农行比呢: ["peers 600519.SH+601288.SH"],
      "margins versus CATL": ["peers 600519.SH+300750.SZ"],
      它和招行呢: ["price 600519.SH+600036.SH"],
      农行跟工行比呢: ["peers 601288.SH+601398.SH"],
      招行跟同行比呢: ["peers 600036.SH"],
    },
    after("600519.SH"),
  );
});

test("a word before somebody's name leaves the list theirs; a list is cut and added to in short words", () => {
  routesAs({ 隔壁老王的自选: ["refuse privacy"], "加茅台 五粮液": ["watchlist 600519.SH+000858.SZ"] });
  routesAs({ 取消自选: ["watchlist"], "remove it": ["watchlist 600519.SH"] }, after("600519.SH"));
});

test("a price that is guessed at is asked for, and so is the turnover rate", () => {
  routesAs({
    茅台现在5000了吧: ["price 600519.SH"],
    "is Moutai at 5000 now": ["price 600519.SH"],
    茅台市盈率30了吧: ["valuation 600519.SH"],
    今天上证指数4000了吧: ["market 000001.SH"],
    茅台换手高吗: ["price 600519.SH"],
    "turnover rate of CATL": ["price 300750.SZ"],
    换手率是什么意思: ["knowledge"],
  });
});

test("the code of a company is asked for with its name, code to be written is not", () => {
  routesAs({
    茅台股票代码: ["price 600519.SH"],
    "what's Moutai's ticker": ["price 600519.SH"],
    宁德时代的代码是多少: ["price 300750.SZ"],
    "the stock code of BYD": ["price 002594.SZ"],
    帮我写段代码: ["refuse out_of_scope"],
    股票代码推荐: ["refuse out_of_scope"],
  });
});

test("what leans on a company where none was spoken of is asked back, never guessed", () => {
  const which = ["help which_stock"];
  const alone = { 它呢: which, 昨天呢: which, "how about it": which, "what about yesterday": which };
  routesAs(alone);
  routesAs({ 它呢: ["price 600519.SH"], 昨天呢: ["price 600519.SH 2026-05-06"] }, after("600519.SH"));
  routesAs({ 帮助: ["help"], 今天开市吗: ["calendar"] });
});

test("the sources in general are asked of the help, those of an answer of the sources", () => {
  routesAs({
    "which data sources do you use": ["help"],
    你用哪些数据源: ["help"],
    你们的数据源有哪些: ["help"],
    "what are your sources": ["sources"],
    数据来源: ["sources"],
    这个数哪来的: ["sources"],
  });
});

test("all stocks ranked by a figure is the market's, advice and lists of one's own are not", () => {
  const ranking = ["market"];
  routesAs({
    换手率最高的是哪只: ranking,
    涨幅最大的股票: ranking,
    今天谁涨得最多: ranking,
    哪只股票涨得最好: ranking,
    成交额前十: ranking,
    涨幅榜: ranking,
    A股最贵的股票: ranking,
    "top gainers today": ranking,
    "which stock has the highest PE": ranking,
    "best performing stock this year": ranking,
    "what stock is the most expensive": ranking,
    "cheapest stocks": ranking,
    哪只股票最值得买: ["refuse advice"],
    推荐几只涨幅最大的股票: ["refuse advice"],
    明天涨幅最大的股票: ["refuse prediction"],
    "best stocks to buy": ["refuse advice"],
    我自选里涨得最多的: ["watchlist"],
    昨天的龙虎榜: ["top-list 2026-05-06"],
    茅台和五粮液谁的换手率高: ["peers 600519.SH+000858.SZ"],
  });
  routesAs({ 谁涨得最多: ["peers 600519.SH+000858.SZ"], 涨幅最大的股票: ranking }, [
    turn(1, "price", ["600519.SH", "000858.SZ"]),
  ]);
});

test("a comparison with a time is none of companies", () => {
  routesAs({
    茅台比昨天贵吗: ["price 600519.SH 2026-05-06"],
    茅台和昨天比: ["price 600519.SH 2026-05-06"],
    "is Moutai higher than yesterday": ["price 600519.SH 2026-05-06"],
    茅台比上周涨了多少: ["price 600519.SH"],
    茅台营收比去年高吗: ["fundamentals 600519.SH"],
    茅台市盈率和昨天比: ["valuation 600519.SH 2026-05-06"],
    茅台和五粮液谁比昨天涨得多: ["peers 600519.SH+000858.SZ 2026-05-06"],
  });
  routesAs(
    {
      和昨天比呢: ["market 000001.SH 2026-05-06"],
      "compare with yesterday": ["market 000001.SH 2026-05-06"],
    },
    [turn(1, "market", ["000001.SH"])],
  );
});

test("what raters expect of next year is theirs, what will happen is nobody's", () => {
  routesAs({
    "what do sell-side folks forecast for CATL next year": ["research-reports 300750.SZ"],
    恒瑞明年的每股收益机构预测是多少: ["research-reports 600276.SH"],
    "forecast CATL's price next year": ["refuse prediction"],
    茅台明年股价是多少: ["refuse prediction"],
    "think Moutai will bounce?": ["refuse prediction"],
    "would you buy Hengrui now": ["refuse advice"],
  });
});

test("a slip in a short word beside 多少 is read, another word is left", () => {
  routesAs({ 恒瑞医药市直多少: ["valuation 600276.SH"], 茅台多少度: ["help unsupported"] });
  routesAs({ "它呢，市直多少": ["valuation 600519.SH"] }, after("600519.SH"));
});

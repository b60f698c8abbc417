import type { Bilingual } from "#contract";
import type { NoteName } from "./question.ts";

const note = (zh: string, en: string): Bilingual => ({ zh, en });

export const notes: Readonly<Record<NoteName, Bilingual>> = {
  fees: note("未计佣金、印花税和过户费。", "Commission, stamp duty and transfer fee are not counted."),
  commission: note(
    "佣金由你和券商约定,没有给出费率,所以未计入;给出费率即可一并计算。",
    "The commission is agreed with your broker and not counted, since no rate was given; name it to have it counted.",
  ),
  minimum: note("券商常设最低佣金,以实际为准。", "Brokers often have a minimum commission; theirs counts."),
  annuity: note(
    "按每月末投入、每月复利计算。",
    "Counted with payments at each month's end and monthly compounding.",
  ),
  simple: note("按单利计算。", "Counted with simple interest."),
  percent: note("百分数按它前面那个数来算。", "The percentage is taken of the number before it."),
  target: note("由成本推算,不是预测。", "It follows from the cost and is no forecast."),
  supposed: note("按所假设的价格计算,不是预测。", "Counted at the price supposed, which is no forecast."),
  to_supposed: note(
    "从当前价到所假设的价格计算,不是预测。",
    "Counted from the current price to the one supposed, which is no forecast.",
  ),
  half: note(
    "按半数股份和现价计算;卖出的股数以交易规则为准。",
    "Counted for half of the shares at the price of now; how many may be sold is up to the trading rules.",
  ),
  bought_now: note("新增部分按当前价买入计算。", "What is added is counted at the current price."),
  cost_untold: note(
    "有一部分股份没有说成本,所以没有算盈亏。",
    "What some of the shares cost was not told, so no gain is counted.",
  ),
  in_profit: note("现价高于成本,已经回本。", "The price is above the cost: nothing is left to recover."),
  limit: note(
    "涨跌停价按你给的收盘价和涨跌幅限制算出,新股上市初期等情形除外。",
    "Price limits follow from the close that you gave and the daily limit, except for new listings and the like.",
  ),
  main_board: note(
    "没有说是哪个板块,按沪深主板的涨跌幅限制算出;创业板、科创板和北交所不同,写上板块即可。",
    "No board was named, so the main boards' daily limit is used; ChiNext, STAR and Beijing differ, so name the board if it is one of them.",
  ),
  rule_alone: note(
    "这里只列出登记的规则,没有据此算出价格。",
    "Only the registered rule is told; no price is reckoned with it.",
  ),
  price_given: note(
    "按你给的现价计算,不是查到的价格。",
    "Counted at the price that you gave, which was not looked up.",
  ),
  side: note("印花税只在卖出时收取。", "Stamp duty is paid on sales only."),
};

/**
 * What each of our tools gives, for models. One that stands here is offered to them; the others are for skills alone (a model cannot know the metrics that
 * `calculate` may result in). */
export const descriptions: Readonly<Record<string, string>> = {
  get_price:
    "Newest price of a company: current_price while the market trades, else close; open, high, low, change, pct_chg, volume, amount. With date (ISO) the close of that day.",
  get_valuation:
    "pe_ttm (null: a loss), pb, ps_ttm, dv_ttm, total_mv, circ_mv, turnover_rate (% of the floating shares) of a company; with date (ISO) those of that day.",
  get_valuation_history: "Daily pe_ttm, pb, ps_ttm of a company over years; for percentile.",
  get_daily_bars:
    "Finished daily bars of a company or an index, ascending; adjust qfq for indicators and charts. `days` the newest, or `from` and `to`.",
  get_index: "Level and change of an index, now or on a date.",
  get_financials:
    "Figures of report periods, newest first: revenue, net_profit_parent, revenue_yoy, net_profit_yoy, gross_margin, net_margin, roe, debt_ratio, eps.",
  get_money_flow: "main_net and the net inflow by order size of a company, days ascending.",
  get_top_list: "The exchange's daily list of unusual trading: top_buy, top_sell, top_net.",
  get_research_reports:
    "Analysts' reports on a company, newest first: title, org, rating to quote; forecast_eps, forecast_pe by year.",
  get_news: "Headlines about a company, newest first: title, outlet, url to quote.",
  get_peers:
    "Companies of the same industry with pe_ttm, pb, ps_ttm, dv_ttm, total_mv, and the industry's medians.",
  trading_calendar: "Whether a date is a trading day, the previous and the next one.",
  indicators:
    "Technical lines over bars of an earlier get_daily_bars call with adjust qfq; bars is its tool_call_id.",
  percentile:
    "Where the newest value of a field stands within the last years; call is the tool_call_id of get_valuation_history.",
};

/** One listed company of the emulated market. Names and codes are real; every number is made up. */
export interface ListedCompany {
  readonly code: string;
  readonly name: string;
  readonly cnspell: string;
  /** Price on the eve of the first day, CNY. */
  readonly basePrice: number;
  /** Trailing earnings per share, CNY; below zero for a loss. */
  readonly eps: number;
  /** All shares, in 万股. */
  readonly shares: number;
  /** Days without any trade. */
  readonly suspended?: readonly [from: string, to: string];
  /** First trading day, where it is not long ago. */
  readonly listed?: string;
  /** Cash dividend: on `date` the reference price is lowered by it. */
  readonly dividend?: { readonly date: string; readonly amount: number };
}

/** code, name, pinyin initials, base price, earnings per share */
const table = `
600519.SH 贵州茅台 GZMT 1788.00 71.50
000858.SZ 五粮液 WLY 148.60 8.20
300750.SZ 宁德时代 NDSD 262.30 12.10
002594.SZ 比亚迪 BYD 348.00 13.90
601318.SH 中国平安 ZGPA 53.20 7.10
000001.SZ 平安银行 PAYH 11.72 2.20
600036.SH 招商银行 ZSYH 43.15 5.80
000002.SZ 万科A WKA 7.08 -4.10
600031.SH 三一重工 SYZG 18.44 0.82
601360.SH 三六零 SLL 9.36 -0.11
600309.SH 万华化学 WHHX 71.20 4.30
002415.SZ 海康威视 HKWS 30.12 1.35
000333.SZ 美的集团 MDJT 75.80 5.40
000651.SZ 格力电器 GLDQ 42.60 5.60
601899.SH 紫金矿业 ZJKY 17.28 1.40
688981.SH 中芯国际 ZXGJ 88.90 0.52
600900.SH 长江电力 CJDL 28.36 1.33
601398.SH 工商银行 GSYH 7.02 0.98
000725.SZ 京东方A JDFA 4.31 0.14
002230.SZ 科大讯飞 KDXF 48.70 0.28
300059.SZ 东方财富 DFCF 22.15 0.62
601012.SH 隆基绿能 LJLN 15.40 -1.12
600276.SH 恒瑞医药 HRYY 50.66 1.05
000568.SZ 泸州老窖 LZLJ 131.20 9.30
600809.SH 山西汾酒 SXFJ 205.50 10.20
603259.SH 药明康德 YMKD 65.90 3.60
688111.SH 金山办公 JSBG 301.00 3.70
601288.SH 农业银行 NYYH 5.34 0.78
601939.SH 建设银行 JSYH 8.61 1.30
601988.SH 中国银行 ZGYH 5.42 0.76
600030.SH 中信证券 ZXZQ 26.48 1.45
601166.SH 兴业银行 XYYH 20.30 3.60
600000.SH 浦发银行 PFYH 11.06 1.40
601628.SH 中国人寿 ZGRS 38.20 3.50
600887.SH 伊利股份 YLGF 27.95 1.40
603288.SH 海天味业 HTWY 40.10 1.15
000063.SZ 中兴通讯 ZXTX 32.55 1.80
002475.SZ 立讯精密 LXJM 38.20 1.90
002714.SZ 牧原股份 MYGF 40.75 3.30
300015.SZ 爱尔眼科 AEYK 13.12 0.40
300760.SZ 迈瑞医疗 MRYL 230.00 9.80
300124.SZ 汇川技术 HCJS 65.30 1.70
300274.SZ 阳光电源 YGDY 74.20 5.50
688041.SH 海光信息 HGXX 141.50 0.90
688012.SH 中微公司 ZWGS 198.00 2.70
601857.SH 中国石油 ZGSY 8.06 0.90
600028.SH 中国石化 ZGSH 6.02 0.42
601088.SH 中国神华 ZGSH 40.15 2.90
600050.SH 中国联通 ZGLT 5.48 0.29
601728.SH 中国电信 ZGDX 7.16 0.37
600941.SH 中国移动 ZGYD 108.30 6.50
601668.SH 中国建筑 ZGJZ 5.61 1.10
600104.SH 上汽集团 SQJT 16.22 0.30
601127.SH 赛力斯 SLS 129.40 3.90
000625.SZ 长安汽车 CAQC 12.58 0.70
000100.SZ TCL科技 TCLKJ 4.52 0.08
002352.SZ 顺丰控股 SFKG 42.30 2.10
601888.SH 中国中免 ZGZM 62.40 2.00
600585.SH 海螺水泥 HLSN 24.10 1.45
000538.SZ 云南白药 YNBY 56.20 2.60
600660.SH 福耀玻璃 FYBL 58.30 3.00
920799.BJ 艾融软件 ARRJ 49.80 0.30
920002.BJ 万达轴承 WDZC 96.50 1.20
`;

/** Listed, but without any quote here; a search finds them. Made up, so that no list holds them. */
export const unlisted: readonly { code: string; name: string }[] = [
  { code: "603999.SH", name: "甲乙丙丁" },
  { code: "001999.SZ", name: "甲乙科技" },
  { code: "920998.BJ", name: "甲乙轴承" },
];

/** Companies that have left the market, of which nobody has a quote: `list_status` D at Tushare. */
export const delistedCompanies: readonly { code: string; name: string; date: string }[] = [
  { code: "600087.SH", name: "退市长油", date: "2014-06-05" },
  { code: "000511.SZ", name: "烯碳退", date: "2026-04-20" },
];

const extras: Readonly<Record<string, Partial<ListedCompany>>> = {
  "600585.SH": { suspended: ["2026-04-29", "2026-05-07"] },
  "601398.SH": { dividend: { date: "2026-04-20", amount: 0.3 } },
  "920002.BJ": { listed: "2026-04-15" },
};

export const companies: readonly ListedCompany[] = table
  .trim()
  .split("\n")
  .map((line, index) => {
    const [code = "", name = "", cnspell = "", price, eps] = line.split(" ");
    return {
      code,
      name,
      cnspell,
      basePrice: Number(price),
      eps: Number(eps),
      shares: 120_000 + index * 7_531.25,
      ...extras[code],
    };
  });

/** Names as `stock_info_a_code_name` writes some of them: with spaces and full-width letters. */
export const wideNames: Readonly<Record<string, string>> = {
  "000002.SZ": "万  科Ａ",
  "000725.SZ": "京东方Ａ",
  "000858.SZ": "五 粮 液",
};

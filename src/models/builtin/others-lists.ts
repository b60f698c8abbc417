const surnames =
  "[赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕施张孔曹严华魏陶姜谢邹柏苏潘范彭鲁马方俞任袁柳史唐薛雷贺汤罗郝毕邵毛戴宋庞熊董梁杜阮贾江郭梅林钟徐邱骆高夏蔡田胡万卢丁邓洪崔龚程陆段侯武刘叶黎白赖乔谭温庄阎向易廖曾游尹欧]";

/** Another person by name or rank: 张三, 小李, 王总, 他. */
const person = `(?:[他她]们?|(?:人家|[小老阿](?![盘票])\\p{Script=Han}|\\p{Script=Han}{1,2}(?:总|哥|姐|叔|老师|先生|女士|经理)|(?!周[一二三四五六日天末])${surnames}\\p{Script=Han}{1,2})的)`;

const list = "(?:自选|关注列表|关注的(?:股票?|票)|持股|仓位)";
const asked = "(?:帮我)?(?:看看|看一?下|看|查查|查一?下|查|告诉我|给我|说说)?";

const somebodys = new RegExp(
  `(?<!\\p{Script=Han})${asked}(?:隔壁|楼上|楼下|对门|我?(?:邻居|同事|朋友|亲戚|同学))?${person}的?${list}|\\b(?:his|her|their|(?!today|yesterday|that|it|what|here|there|let)[a-z]+'s) (?:watch ?list|holdings|portfolio|positions)\\b`,
  "iu",
);

const namesList = /自选|关注|持股|仓位|list|holding|folio|position/i;

/** True where the lists of another person than the one who writes are asked for: 张三的自选股是什么, Tom's watchlist. */
export const asksForOthersList = (text: string): boolean => namesList.test(text) && somebodys.test(text);

const ranksOwnList =
  /自[选選](?:股|列表)?(?:里面?|中|当中)?[^,，。?？]{0,10}(?:哪[些只支个家]|谁|最)|\b(?:which|what|who)\b.{0,30}\b(?:in|of|on) my (?:watch ?list|list|stocks)\b/iu;

/** True where the stocks of the writer's own list are set side by side: 自选里哪个涨得最多. */
export const ranksOwn = (text: string): boolean => ranksOwnList.test(text);

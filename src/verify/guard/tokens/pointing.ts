/** Words that turn from a kind of thing to a thing at hand: 它, this, the stock, 已经. */
const pointing =
  /它|其(?!中|实)|该|这|那|此|目前|现在|如今|正在|已|所以|因此|可见|了|越来越|愈来愈|银行股|券商股|白酒股|行业|板块|大盘|市场|指数|本公司|我们公司|我司|自家|龙头|[酒车药房]企|(?<![a-z])(?:market|sector|industry|it|its|this|these|those|that|now|currently|so|therefore|hence|the (?:stock|share|company|bank|firm)s?|shares|here|but|we|you|has|have|was|were|fell|rose|gained|dropped|climbed|slipped|jumped|lost|declined|advanced|eased|surged|slumped|tumbled|plunged|rallied|rebounded|recovered)(?![a-z])/;
/** What points at nothing: a company and its book value, the higher it is, the market pays, 股价与其每股收益. */
const pointless =
  /(?<=(?<![a-z])(?:an?|any|each|every) (?:listed )?(?:company|stock|firm|share|business|bank)(?:'s)?[ a-z/-]{1,60} )its(?= [a-z])|(?<=(?<![a-z])the (?:higher|lower|larger|smaller|bigger|greater) )it(?= (?:is|gets|goes))|(?<![a-z])the market(?= (?:pays|values|is willing|puts))|(?<=(?<![a-z])(?:compares|divides|dividing|between|measures|gauges|relates|by|with|to|of) )the (?:share|stock)(?= price)|(?<=与|和|除以|相对|相对于)其|(?<=(?<![a-z])(?:means|implies|suggests|indicates|signals)(?: that)? )the (?:company|firm|business|market)|(?<=(?<![a-z])(?:values|pays for|puts on) )the (?:company|firm|business|stock)|(?<=(?<![a-z])the (?:company|firm|business|stock) [a-z ]{0,30})its(?= [a-z])|(?:这个|这一|该|此)(?:指标|比率|读数|数值|倍数)|(?<![a-z])th(?:e|is) (?:indicator|ratio|reading|multiple|measure)(?![a-z])/g;

/** True for a stretch of lower-case text that speaks of a thing at hand. */
export const pointsAtThing = (text: string): boolean =>
  pointing.test(text) && pointing.test(text.replace(pointless, ""));

import {
  asksWhether,
  type Bilingual,
  type Claim,
  codeOf,
  ledByCompany,
  type NumericClaim,
  type TemplateInput,
  yesOrNo,
} from "#contract";

const inwards = /流入|\binflows?\b|\bflow(?:ing|ed|s)? in(?:to)?\b/i;
/** Dumping and bottom fishing say more than a flow does, and have no yes or no. */
const outwards = /流出|\boutflows?\b|\bout of\b|\bflow(?:ing|ed|s)? out\b/i;
const either = /还是|還是|\bor\b/i;
/** How much, how long, who else, and what will be, is another question. */
const asksElse =
  /多少|几|幾|\d|连续|連續|为什么|为啥|怎么|会|比|谁|哪|北向|外资|散户|\b(?:how|why|will|which|who|than|more|row)\b/i;

const flowsIn: Bilingual = { zh: "是净流入:", en: "In: " };
const flowsOut: Bilingual = { zh: "是净流出:", en: "Out: " };

/** 主力在流出吗, is money flowing in: yes or no, or the way, by the main-force flow of each company; null where it is not asked or not told once. */
export function flowWay(
  claims: readonly Claim[],
  text: string,
  template: (view: TemplateInput) => string,
): Bilingual | null {
  const named = text.replace(/\d{6}(?:\.[a-z]{2})?/gi, " ");
  const [isIn, isOut] = [inwards.test(named), outwards.test(named)];
  const isEither = isIn && isOut && either.test(named);
  if (asksElse.test(named) || (!isEither && (isIn === isOut || !asksWhether(named)))) return null;
  const nets = claims.filter(
    (claim): claim is NumericClaim => claim.kind === "numeric" && claim.metric === "main_net",
  );
  const leads = new Map<string, Bilingual>();
  for (const net of nets) {
    if (leads.has(codeOf(net)) || net.value === 0) return null;
    const isInflow = net.value > 0;
    leads.set(
      codeOf(net),
      isEither ? (isInflow ? flowsIn : flowsOut) : isInflow === isIn ? yesOrNo.yes : yesOrNo.notSo,
    );
  }
  return leads.size === 0 ? null : ledByCompany(leads, claims, template);
}

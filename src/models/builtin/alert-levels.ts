import type { Hit } from "./triggers.ts";

/** Words of an alert: what is to come of it (跌5个点提醒我), or the alert itself (把提醒改成210). */
const tells = /提醒|通知|预警|报警|叫我|喊我|告诉我|alert|notify|remind/i;
const endOfClause = /[,，。;；!！?？\n]/;

const isAlert = ({ skill, strength, word }: Hit): boolean =>
  skill === "watchlist" && strength === "decides" && tells.test(word);

/**
 * In a clause that sets or changes an alert a number is its level: no sum of another skill (跌5个点提醒我), and behind the word for the alert
 * no figure that is to be made another (把提醒改成210).
 */
export function withoutLevels(hits: readonly Hit[], text: string): readonly Hit[] {
  const alerts = hits.filter(isAlert);
  if (alerts.length === 0) return hits;
  const isOf = (hit: Hit, alert: Hit): boolean => {
    const [first, second] = hit.span[0] < alert.span[0] ? [hit, alert] : [alert, hit];
    const isBehind = first === alert || hit.skill !== "refuse";
    return isBehind && !endOfClause.test(text.slice(first.span[0], second.span[1]));
  };
  return hits.filter(
    (hit) =>
      hit.skill === "watchlist" ||
      !(hit.numbered && hit.strength === "decides") ||
      !alerts.some((alert) => isOf(hit, alert)),
  );
}

import type { Token } from "./token.ts";

/** Kind by kind: a counter that is named by a variable takes several times as long. */
export function countKinds(tokens: readonly Token[]) {
  const counts = {
    number: 0,
    quantity: 0,
    metric: 0,
    direction: 0,
    growth: 0,
    compare: 0,
    event: 0,
    count: 0,
    respective: 0,
    source: 0,
    date: 0,
    time: 0,
    fill: 0,
  };
  for (const { kind } of tokens)
    switch (kind) {
      case "number":
        counts.number++;
        break;
      case "quantity":
        counts.quantity++;
        break;
      case "metric":
        counts.metric++;
        break;
      case "direction":
        counts.direction++;
        break;
      case "growth":
        counts.growth++;
        break;
      case "compare":
        counts.compare++;
        break;
      case "event":
        counts.event++;
        break;
      case "count":
        counts.count++;
        break;
      case "respective":
        counts.respective++;
        break;
      case "source":
        counts.source++;
        break;
      case "date":
        counts.date++;
        break;
      case "time":
        counts.time++;
        break;
      case "fill":
        counts.fill++;
        break;
    }
  return counts;
}

/** How many tokens a stretch of the text holds of the kinds that rules begin with. */
export type KindCounts = Readonly<ReturnType<typeof countKinds>>;

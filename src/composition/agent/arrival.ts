import type { Bilingual } from "#contract";
import { type Foundation, pinnedTime } from "../foundation.ts";

/** Where the market clock stands still nothing ever comes due. */
const never: Bilingual = {
  zh: "注意:这里的行情时钟是固定的(示例数据),时间和价格都不会变,所以到时不会发出。",
  en: "Note: the market clock stands still here (sample data); neither time nor prices move, so nothing will be sent.",
};

/** What somebody should know of how their alerts and digests arrive, by the owner's key, which begins with the platform. */
export function arrivalOf(foundation: Foundation) {
  const words = new Map(foundation.adapters.map(({ platform, arrival }) => [platform, arrival]));
  const clock = pinnedTime(foundation);
  const stands = clock !== undefined && !clock.startsWith("file:");
  return (owner: string): Bilingual | undefined =>
    stands ? never : words.get(owner.slice(0, owner.indexOf("/")));
}

import data from "./data.json" with { type: "json" };

/** The instant of the sample quotes, to which the market clock is pinned while the sample source is on. */
export const sampleNow: string = data.now;

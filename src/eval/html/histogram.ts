import { html, type Markup } from "./markup.ts";

const width = 720;
const left = 40;
const top = 22;
const plotHeight = 150;
const height = top + plotHeight + 40;

/** Upper edges of the columns, milliseconds; the last column has none. */
const edges = [5, 10, 20, 50, 100, 200, 500, 1000, 2000];

const shown = (ms: number): string => (ms < 1000 ? String(ms) : `${ms / 1000} s`);

/** How many values lie in each column: at most its edge, more than the one before. */
function countsOf(values: readonly number[]): number[] {
  const counts = Array<number>(edges.length + 1).fill(0);
  for (const value of values) {
    const found = edges.findIndex((edge) => value <= edge);
    const at = found === -1 ? edges.length : found;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

/** How long turns took, milliseconds, in columns that grow about twofold. */
export function histogram(title: string, values: readonly number[]): Markup {
  const counts = countsOf(values);
  const most = Math.max(1, ...counts);
  const step = (width - left - 10) / counts.length;
  const bottom = top + plotHeight;
  const columns = counts.map((count, at) => {
    const high = Math.round((count / most) * plotHeight * 10) / 10;
    const x = Math.round((left + at * step) * 10) / 10;
    const edge = edges[at];
    const label = edge === undefined ? `> ${shown(edges.at(-1) ?? 0)}` : `≤ ${shown(edge)}`;
    return html`<rect class="part" x="${x + 4}" y="${bottom - high}" width="${Math.round(step) - 8}" height="${high}" rx="2"/>
<text x="${x + step / 2}" y="${bottom - high - 5}" text-anchor="middle">${count === 0 ? "" : count}</text><text class="soft" x="${x + step / 2}" y="${bottom + 18}" text-anchor="middle">${label}</text>`;
  });
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}"><line class="axis" x1="${left}" y1="${bottom}" x2="${width - 10}" y2="${bottom}"/>${columns}
<text class="soft" x="${width - 10}" y="${bottom + 36}" text-anchor="end">ms</text></svg>`;
}

import { html, type Markup } from "./markup.ts";

/** One bar: `part` of `whole` is filled in the good tone, the rest of it in the bad one. */
export interface Bar {
  readonly label: string;
  readonly part: number;
  readonly whole: number;
  /** What stands behind the bar. */
  readonly said: string;
}

const rowHeight = 24;
const barFrom = 190;
const barWidth = 420;
const width = 720;

/** Bars below one another, all on one scale from 0; `title` is what a screen reader says. */
export function bars(title: string, rows: readonly Bar[]): Markup {
  const most = Math.max(1, ...rows.map(({ whole }) => whole));
  const long = (value: number): number => Math.round((value / most) * barWidth * 10) / 10;
  const height = rows.length * rowHeight + 4;
  const drawn = rows.map(({ label, part, whole, said }, at) => {
    const y = at * rowHeight;
    const end = barFrom + long(whole);
    return html`<text x="${barFrom - 10}" y="${y + 16}" text-anchor="end">${label}</text>
<rect class="rest" x="${barFrom}" y="${y + 4}" width="${long(whole)}" height="16" rx="2"/><rect class="part" x="${barFrom}" y="${y + 4}" width="${long(part)}" height="16" rx="2"/>
<text class="soft" x="${end + 8}" y="${y + 16}">${said}</text>`;
  });
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">${drawn}</svg>`;
}

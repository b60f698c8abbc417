import { html } from "hono/html";
import type { Markup } from "./view.ts";

/** One line or one row of bars; undefined where there is nothing to show. */
export interface Series {
  readonly name: string;
  readonly values: readonly (number | undefined)[];
  readonly tone: "a" | "b" | "c";
}

export interface ChartOptions {
  readonly title: string;
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  readonly kind: "bars" | "lines";
  readonly shown: (value: number) => string;
  /** Said in its place where there is nothing to draw. */
  readonly empty: string;
  /** What opens the table of its numbers. */
  readonly more: string;
}

/** On a phone the picture is half as wide, and its words are drawn twice as large: the margins have room for both. */
const [width, height, left, bottom, top] = [640, 290, 100, 44, 16];

/** The next round number at or above; its half is round too. */
function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 6, 8, 10].find((each) => each * power >= value) ?? 10;
  return step * power;
}

/** A chart drawn here, as SVG; its numbers stand in a table beside it for who cannot see it. */
export function chart({ title, labels, series, kind, shown, empty, more }: ChartOptions): Markup {
  const all = series.flatMap(({ values }) => values.filter((value) => value !== undefined));
  const most = roundUp(Math.max(0, ...all));
  const step = (width - left) / Math.max(1, labels.length);
  const y = (value: number) => height - bottom - (value / most) * (height - bottom - top);
  const x = (at: number) => left + at * step + step / 2;
  const fixed = (value: number) => value.toFixed(1);
  const bars = ({ values, tone }: Series, row: number) =>
    values.map((value, at) => {
      if (value === undefined || value === 0) return "";
      const wide = Math.max(1, (step * 0.8) / series.length);
      const from = left + at * step + step * 0.1 + row * wide;
      return html`<rect class="${tone}" x="${fixed(from)}" y="${fixed(y(value))}" width="${fixed(wide)}" height="${fixed(height - bottom - y(value))}"></rect>`;
    });
  const lines = ({ values, tone }: Series) => {
    const points = values.flatMap((value, at) =>
      value === undefined ? [] : [`${fixed(x(at))} ${fixed(y(value))}`],
    );
    const dots = values.map((value, at) =>
      value === undefined
        ? ""
        : html`<circle class="${tone}" cx="${fixed(x(at))}" cy="${fixed(y(value))}" r="${values.length > 12 ? 3 : 4}"></circle>`,
    );
    return html`<path class="${tone}" d="M${points.join("L")}"></path>${dots}`;
  };
  const every = Math.ceil(labels.length / 8);
  const isDouble = [0, 1].some((part) => shown(part * most) === shown(most / 2));
  const ticks = (isDouble ? [0, 1] : [0, 0.5, 1]).map(
    (part) =>
      html`<line class="axis" x1="${left}" x2="${width}" y1="${fixed(y(part * most))}" y2="${fixed(y(part * most))}"></line><text x="${left - 6}" y="${fixed(y(part * most) + 5)}" text-anchor="end">${shown(part * most)}</text>`,
  );
  const names = labels.map((label, at) =>
    at % every === 0
      ? html`<text class="${(at / every) % 2 === 0 ? "" : "minor"}" x="${fixed(x(at))}" y="${height - 10}" text-anchor="middle">${label}</text>`
      : "",
  );
  if (all.length === 0) return html`<section><h2>${title}</h2><p class="soft">${empty}</p></section>`;
  const drawn = series.map((each, row) => (kind === "bars" ? bars(each, row) : lines(each)));
  return html`<section><h2>${title}</h2><p class="soft">${series.map(({ name, tone }) => html`<span class="key-${tone}">■ ${name}</span> `)}</p>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">${ticks}${names}${drawn}</svg>
<details><summary>${more}</summary><div class="scroll" tabindex="0" role="region" aria-label="${title}"><table><thead><tr><th></th>${series.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${labels.map(
    (label, at) =>
      series.some(({ values }) => values[at] !== undefined)
        ? html`<tr><th scope="row">${label}</th>${series.map(({ values }) => html`<td class="n">${values[at] === undefined ? "–" : shown(values[at])}</td>`)}</tr>`
        : "",
  )}</tbody></table></div></details></section>`;
}

const width = 30;

/** One line that tells how far a run is. */
export function progressBar(done: number, all: number, failed: number): string {
  const filled = all === 0 ? width : Math.round((done / all) * width);
  const bar = `${"█".repeat(filled)}${"░".repeat(width - filled)}`;
  return `${bar} ${done}/${all}${failed === 0 ? "" : `  ✗ ${failed}`}`;
}

import { readFileSync } from "node:fs";

/** Kernel clock ticks per second; fixed at 100 on every Linux that Node supports. */
const ticksPerSecond = 100;

/** CPU time of processes so far, user and system, in milliseconds (Linux). */
export const cpuMs = (...pids: readonly number[]): number => pids.reduce((sum, pid) => sum + cpuOfMs(pid), 0);

function cpuOfMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The command's name may hold spaces; fields are counted after its closing bracket.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])];
  return ((userTicks + systemTicks) * 1000) / ticksPerSecond;
}

/** Resident memory of processes in MiB (Linux). */
export const residentMiB = (...pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + residentOfMiB(pid), 0);

function residentOfMiB(pid: number): number {
  const match = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(match?.[1] ?? Number.NaN) / 1024;
}

/** The value below which the given share of the sample lies. */
export function percentile(sample: readonly number[], share: number): number {
  const sorted = sample.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

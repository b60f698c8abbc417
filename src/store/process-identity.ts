import { readFileSync, readlinkSync } from "node:fs";

/**
 * Names one process beyond doubt: `<pid>` or, where the system tells it, `<pid>@<start>`, so that a number that the
 * system has since given to another process does not pass for the old one. Undefined when no such process lives.
 */
export function identityOf(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
  try {
    // proc(5): the name in brackets may hold anything; after it come the state (field 3) … and the start time (22).
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A zombie answers signals but does nothing any more.
    return fields[0] === "Z" ? undefined : `${pid}@${fields[19] ?? ""}`;
  } catch {
    return String(pid);
  }
}

/** Whether the process that bore this name still runs. Anything unreadable is nobody. */
export function isLiving(identity: string): boolean {
  const pid = Number(identity.trim().split("@")[0]);
  return identityOf(pid) === identity.trim();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and belongs to someone else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * Where the numbers of processes mean the same: one start of one kernel, one namespace of process numbers. Containers may share their host's
 * name and still not see each other. Undefined where the system does not tell.
 */
export function placeOfIdentities(): string | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    return `${boot}/${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return undefined;
  }
}

/**
 * A program that leaves the session it was started in is no longer in the process group that is killed with it. On Linux it is found by what
 * it cannot leave: the environment that it was started with, and its parents. What has done all of it (a new session, another environment,
 * and a parent that has ended) is not found; only a control group of the operator's would hold that.
 */
import { readdir, readFile } from "node:fs/promises";

/** What one process says of itself. */
interface Running {
  readonly pid: number;
  readonly parent: number;
  readonly isMarked: boolean;
}

const isOver = new Set(["Z", "X"]);

/** Null for one that has ended meanwhile. Another user's environment cannot be read, and was not handed out by us. */
async function look(pid: string, mark: string): Promise<Running | null> {
  const [stat, environment] = await Promise.all([
    readFile(`/proc/${pid}/stat`, "utf8").catch(() => ""),
    readFile(`/proc/${pid}/environ`, "utf8").catch(() => ""),
  ]);
  // Its name stands in brackets and may hold any character.
  const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (state === undefined || parent === undefined || isOver.has(state)) return null;
  return { pid: Number(pid), parent: Number(parent), isMarked: environment.split("\0").includes(mark) };
}

/** The marked ones and the one given, with all that they have started. */
function withChildren(all: readonly Running[], root: number | undefined): readonly number[] {
  const found = new Set(all.filter(({ pid, isMarked }) => isMarked || pid === root).map(({ pid }) => pid));
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

/** A program that starts others as fast as they are killed is given up on. */
const mostRounds = 10;

/**
 * Kills every process with `mark` (`NAME=value`) in its environment, and `root` where it still runs, with their descendants. Does nothing where
 * there is no /proc. Never rejects.
 */
export async function killLeftBehind(mark: string, root?: number): Promise<void> {
  for (let round = 0; round < mostRounds; round += 1) {
    const names = await readdir("/proc").catch(() => []);
    const looks = names.filter((name) => /^\d+$/.test(name)).map((pid) => look(pid, mark));
    const all = (await Promise.all(looks)).filter((each) => each !== null);
    const found = withChildren(all, round === 0 ? root : undefined).filter((pid) => pid !== process.pid);
    if (found.length === 0) return;
    for (const pid of found) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // ESRCH: it has ended meanwhile.
      }
    }
  }
}

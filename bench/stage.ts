import { type Running, startSubject } from "./subject.ts";
import { type Kind, subjectOf } from "./subjects.ts";
import { openWorld, type World } from "./world.ts";

/** A subject at work in a world of its own. */
export interface Stage {
  readonly world: World;
  readonly running: Running;
  close(): Promise<void>;
}

const openWorlds = new Set<World>();

export async function openStage(kind: Kind): Promise<Stage> {
  const world = await openWorld();
  openWorlds.add(world);
  const leave = async () => {
    openWorlds.delete(world);
    await world.close();
  };
  try {
    const running = await startSubject(await subjectOf(kind, world));
    return {
      world,
      running,
      async close() {
        await running.stop();
        await leave();
      },
    };
  } catch (error) {
    await leave();
    throw error;
  }
}

/** A bench that is ended from outside leaves no server behind. */
export function leaveCleanly(): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, async () => {
      await Promise.allSettled([...openWorlds].map((world) => world.close()));
      process.exit(1);
    });
}

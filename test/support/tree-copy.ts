import { type ExecFileOptions, execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** Rejects with what was written too, so that a failing run can be read. */
const execute = (args: readonly string[], options: ExecFileOptions): Promise<{ readonly stdout: string }> =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, args, { ...options, encoding: "utf8" }, (error, stdout) => {
      if (error === null) resolve({ stdout });
      else reject(Object.assign(error, { stdout }));
    });
  });

const folders = ["src", "adapters", "skills", "competences", "test", "bench"];
const rootFiles = ["package.json", "tsconfig.json", "README.md", ".env.example"];

/** A copy of the working tree, where a test may add what a developer adds. */
export interface TreeCopy {
  readonly place: string;
  /** Writes files by their paths in the tree. */
  write(files: Readonly<Record<string, string>>): void;
  /** Runs Node in it, without the marks of the test run that this one is part of. */
  run(args: readonly string[]): Promise<{ readonly stdout: string }>;
  /** Runs test files: the names of the tests that fail (of a file that cannot be loaded its path), and the whole report. */
  runSuites(
    suites: readonly string[],
  ): Promise<{ readonly failed: readonly string[]; readonly report: string }>;
  /** Paths of the files that are new or other than at the last call, or since the copy was made. */
  changed(): readonly string[];
}

export function copyTree(): TreeCopy {
  const place = mkdtempSync(join(tmpdir(), "qm-"));
  for (const name of [...rootFiles, ...folders])
    if (globSync(join(repository, name)).length > 0)
      cpSync(join(repository, name), join(place, name), { recursive: true });
  symlinkSync(join(repository, "node_modules"), join(place, "node_modules"));
  const digests = (): Map<string, string> => {
    const paths = globSync([...rootFiles, ...folders.map((folder) => `${folder}/**/*.*`)], { cwd: place });
    const digest = (path: string) =>
      createHash("sha256")
        .update(readFileSync(join(place, path)))
        .digest("hex");
    return new Map(paths.map((path) => [path, digest(path)]));
  };
  let before = digests();
  // Its files are new to the run's cache; here what one of its processes has compiled the next one finds.
  const cache =
    process.env.NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE: join(place, ".cache") };
  const run: TreeCopy["run"] = (args) =>
    execute(args, {
      cwd: place,
      env: { PATH: process.env.PATH, QIANMEN_DATA: join(place, ".data"), ...cache },
      timeout: 600_000,
      maxBuffer: 64 * 1024 * 1024,
    });
  return {
    place,
    run,
    write(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(place, path)), { recursive: true });
        writeFileSync(join(place, path), text);
      }
    },
    async runSuites(suites) {
      // One process, which loads the product once instead of once a file.
      const suiteRun = run(["--test", "--test-isolation=none", "--test-reporter=tap", ...suites]);
      const { stdout } = await suiteRun.catch((failure: { stdout: string }) => failure);
      const failed = [...stdout.matchAll(/^\s*not ok \d+ - (.*)$/gm)].map(([, name]) => name ?? "");
      const ran = Number(/^# pass (\d+)$/m.exec(stdout)?.[1] ?? 0);
      return { failed: ran === 0 ? [...failed, "no test has run"] : failed, report: stdout };
    },
    changed() {
      const now = digests();
      const paths = [...now].filter(([path, digest]) => before.get(path) !== digest).map(([path]) => path);
      before = now;
      return paths.sort();
    },
  };
}

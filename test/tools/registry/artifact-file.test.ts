import assert from "node:assert/strict";
import { test } from "node:test";
import type { Artifact, ErrorCode } from "#contract";
import { artifactFault, maxArtifactBytes } from "../../../src/tools/registry/artifact-file.ts";

const png = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3);
const jpeg = Buffer.of(0xff, 0xd8, 0xff, 0xe0);

const file = (
  name: string,
  bytes: Buffer | string,
  mediaType: Artifact["mediaType"] = "image/png",
): Artifact => ({
  name,
  mediaType,
  base64: Buffer.from(bytes).toString("base64"),
});

const faultOf = (artifact: Artifact): ErrorCode | null => artifactFault(artifact)?.code ?? null;

test("files of the four kinds pass when name, media type and content agree", () => {
  assert.equal(faultOf(file("600519.SH-day.png", png)), null);
  assert.equal(faultOf(file("a.jpg", jpeg, "image/jpeg")), null);
  assert.equal(faultOf(file("a.json", '{"a":1}', "application/json")), null);
  assert.equal(faultOf(file("a.txt", "茅台", "text/plain")), null);
});

const refused: readonly (readonly [what: string, code: ErrorCode, artifact: Artifact])[] = [
  ["a name with a folder", "PATH_TRAVERSAL", file("../a.png", png)],
  ["a name with a folder of another system", "PATH_TRAVERSAL", file("a\\b.png", png)],
  ["an absolute name", "PATH_TRAVERSAL", file("/tmp/a.png", png)],
  ["a name that hides", "PATH_TRAVERSAL", file(".bashrc.txt", "x", "text/plain")],
  ["a name that climbs without a slash", "PATH_TRAVERSAL", file("a..png", png)],
  ["a name with a zero byte", "PATH_TRAVERSAL", file("a.png\0.txt", png)],
  ["a name with a line break", "PATH_TRAVERSAL", file("a\n.png", png)],
  ["a name that is too long", "PATH_TRAVERSAL", file(`${"a".repeat(80)}.png`, png)],
  ["a program", "INVALID_FILE_TYPE", file("a.sh", "#!/bin/sh", "text/plain")],
  ["a page", "INVALID_FILE_TYPE", file("a.html", "<p>", "text/plain")],
  ["a name of the object's own", "INVALID_FILE_TYPE", file("constructor", "x", "text/plain")],
  ["a media type that is another's", "INVALID_FILE_TYPE", file("a.png", png, "image/jpeg")],
  ["a picture that is none", "INVALID_FILE_TYPE", file("a.png", "<svg onload=alert(1)>")],
  ["JSON that is none", "INVALID_FILE_TYPE", file("a.json", "{", "application/json")],
  ["text that is no UTF-8", "INVALID_FILE_TYPE", file("a.txt", Buffer.of(0xff, 0xfe, 0x00), "text/plain")],
  [
    "a file beyond the limit",
    "FILE_TOO_LARGE",
    file("a.png", Buffer.concat([png, Buffer.alloc(maxArtifactBytes)])),
  ],
];

for (const [what, code, artifact] of refused)
  test(`${what}: ${code}`, () => {
    assert.equal(faultOf(artifact), code);
  });

test("a file of exactly the limit passes", () => {
  assert.equal(
    faultOf(file("a.png", Buffer.concat([png, Buffer.alloc(maxArtifactBytes - png.length)]))),
    null,
  );
});

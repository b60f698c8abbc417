import { createCipheriv, createHash, randomBytes } from "node:crypto";
import type { AdapterHost, Artifact } from "#contract";
import { isAllowedHost } from "./allowed-host.ts";
import type { Access, Api, OutgoingItem } from "./api.ts";
import type { WeixinConfig } from "./settings.ts";
import { type Answer, describe, within } from "./wire.ts";

/** `answer`: what the channel said to the request for a place to upload to, where it was no yes. */
export type Uploaded =
  | { readonly ok: true; readonly item: OutgoingItem }
  | { readonly ok: false; readonly reason: string; readonly mayWork: boolean };

const mostTries = 3;

export interface MediaOptions {
  readonly host: Pick<AdapterHost<WeixinConfig>, "fetch" | "config">;
  readonly api: Pick<Api, "getUploadUrl">;
  readonly timeoutMs: number;
}

/** AES-128-ECB with PKCS#7, as the channel wants it: (floor(n/16)+1)*16 bytes. */
function encrypt(plain: Buffer, key: Buffer): Buffer {
  const cipher = createCipheriv("aes-128-ecb", key, null);
  return Buffer.concat([cipher.update(plain), cipher.final()]);
}

const failed = (reason: string, mayWork: boolean): Uploaded => ({ ok: false, reason, mayWork });

/** Uploads pictures and files. Never throws. */
export function createMedia({ host, api, timeoutMs }: MediaOptions) {
  const { WEIXIN_CDN_ROOT, WEIXIN_API_ROOT } = host.config;
  const cdnRoot = WEIXIN_CDN_ROOT.replace(/\/+$/, "");

  function placeOf({ upload_full_url: full, upload_param: param }: Record<string, unknown>, filekey: string) {
    const url = typeof full === "string" && full !== "" ? URL.parse(full, `${cdnRoot}/`) : null;
    if (url !== null && (isAllowedHost(url, cdnRoot) || isAllowedHost(url, WEIXIN_API_ROOT))) return url;
    if (typeof param !== "string" || param === "") return undefined;
    return new URL(`${cdnRoot}/upload?${new URLSearchParams({ encrypted_query_param: param, filekey })}`);
  }

  /** The download parameter; a number is the status of a refusal, which is final below 500. */
  async function put(url: URL, cipher: Buffer): Promise<string | number> {
    return within({ timeoutMs }, async (signal) => {
      const headers = { "content-type": "application/octet-stream" };
      const body = new Uint8Array(cipher);
      const response = await host.fetch(url, { method: "POST", headers, body, redirect: "error", signal });
      await response.arrayBuffer();
      const param = response.headers.get("x-encrypted-param");
      if (response.ok && param !== null && param !== "") return param;
      return response.ok ? 502 : response.status;
    }).catch(() => 502);
  }

  async function putPatiently(url: URL, cipher: Buffer): Promise<string | number> {
    let last: string | number = 502;
    for (let tries = 0; tries < mostTries; tries++) {
      last = await put(url, cipher);
      if (typeof last === "string" || last < 500) return last;
    }
    return last;
  }

  return async function upload(access: Access, userId: string, artifact: Artifact): Promise<Uploaded> {
    const plain = Buffer.from(artifact.base64, "base64");
    const isImage = artifact.mediaType.startsWith("image/");
    const [key, filekey] = [randomBytes(16), randomBytes(16).toString("hex")];
    const cipher = encrypt(plain, key);
    const aeskey = key.toString("hex");
    const answer: Answer = await api.getUploadUrl(access, {
      filekey,
      media_type: isImage ? 1 : 3,
      to_user_id: userId,
      rawsize: plain.byteLength,
      rawfilemd5: createHash("md5").update(plain).digest("hex"),
      filesize: cipher.byteLength,
      aeskey,
    });
    if (answer.kind !== "ok")
      return failed(describe(answer), answer.kind !== "status" || answer.status >= 500);
    const url = placeOf(answer.body, filekey);
    if (url === undefined) return failed("no place to upload to", false);
    const param = await putPatiently(url, cipher);
    if (typeof param === "number") return failed(`upload answered ${param}`, param >= 500);
    // The key travels as the base64 of its hex text, not of its bytes.
    const media = {
      encrypt_query_param: param,
      aes_key: Buffer.from(aeskey).toString("base64"),
      encrypt_type: 1,
    };
    return {
      ok: true,
      item: isImage
        ? { type: 2, image_item: { media, mid_size: cipher.byteLength } }
        : { type: 4, file_item: { media, file_name: artifact.name, len: String(plain.byteLength) } },
    };
  };
}

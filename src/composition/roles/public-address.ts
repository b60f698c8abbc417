import type { Config } from "../../config.ts";

/** Under which others reach this service, without a slash at its end. */
export const publicAddress = ({
  PUBLIC_URL,
  HTTP_HOST,
  HTTP_PORT,
}: Pick<Config["core"], "PUBLIC_URL" | "HTTP_HOST" | "HTTP_PORT">): string =>
  PUBLIC_URL?.replace(/\/$/, "") ?? `http://${HTTP_HOST}:${HTTP_PORT}`;

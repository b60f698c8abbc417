/** The queue of the questions. */
export const inboundName = "inbound";

/** The queue of a platform's answers. */
export const outboundName = (platform: string): string => `outbound-${platform}`;

/** All queues of a service with these platforms. */
export const queueNames = (platforms: readonly { readonly platform: string }[]): readonly string[] => [
  inboundName,
  ...platforms.map(({ platform }) => outboundName(platform)),
];

/** The operator's page on which an account of the platform is connected. */
export const loginPath = (platform: string): string => `/admin/accounts/${platform}/login`;

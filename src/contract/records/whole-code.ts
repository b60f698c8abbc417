/** A code with its exchange, as all that is traded in Shanghai, Shenzhen and Beijing is canonically written: 600519.SH. */
export const wholeCode = /^\d{6}\.(?:SH|SZ|BJ)$/;

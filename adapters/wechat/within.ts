export class TimedOut extends Error {
  override readonly name = "TimedOut";
}

/** What a call comes to, if it does so in time; it cannot be called off. Rejects with TimedOut else. */
export async function within<Value>(ms: number, call: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new TimedOut(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([call, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

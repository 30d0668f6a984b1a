/** For how many milliseconds Discord wants no request, by the header `Retry-After` in seconds; undefined when it does not say so in a number. */
export function retryAfterMsOf(headers: { get(name: string): string | null }): number | undefined {
  const seconds = Number(headers.get('Retry-After') ?? NaN);
  return Number.isFinite(seconds) ? Math.max(Math.ceil(seconds * 1000), 0) : undefined;
}

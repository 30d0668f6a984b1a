const CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
]);

/** Whether a request, or the answer to it, was lost on its way, or took too long: as errors of Node, of undici and of an AbortSignal say it. */
export function isNetworkFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'AbortError' || error.name === 'TimeoutError' || error.message === 'fetch failed') return true;
  const codes = [error, error.cause].map((one) => (one instanceof Error && 'code' in one ? String(one.code) : ''));
  return codes.some((code) => CODES.has(code) || code.startsWith('UND_ERR'));
}

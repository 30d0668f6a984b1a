import { createLogger, type Logger } from '@kith/kit';

/** A logger that keeps its warnings in `logged`, each as JSON. */
export function warningsLogger(): { readonly logger: Logger; readonly logged: string[] } {
  const logged: string[] = [];
  const warn = (...parts: unknown[]) => logged.push(JSON.stringify(parts));
  return { logger: { ...createLogger('silent'), warn } as unknown as Logger, logged };
}

/** What one dependency says: `ok`, or in a word what is wrong. Never a host name, address or credential. */
export interface HealthReport {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, 'ok' | 'failed'>>;
}

type Check = () => Promise<unknown>;
const CHECK_TIMEOUT_MS = 2000;

/** The dependencies of this process, by name. */
export class Health {
  private readonly checks = new Map<string, Check>();

  /** `check` rejects while the dependency does not work. */
  add(name: string, check: Check): void {
    this.checks.set(name, check);
  }

  /** Asks all dependencies at once; one that takes longer than two seconds has failed. */
  async report(): Promise<HealthReport> {
    const entries = await Promise.all(
      [...this.checks].map(async ([name, check]): Promise<[string, 'ok' | 'failed']> => [
        name,
        (await passes(check)) ? 'ok' : 'failed',
      ]),
    );
    return { ready: entries.every(([, state]) => state === 'ok'), checks: Object.fromEntries(entries) };
  }
}

async function passes(check: Check): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), CHECK_TIMEOUT_MS);
  });
  try {
    await Promise.race([check(), timeout]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

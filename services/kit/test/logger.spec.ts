import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@kith/kit';

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger('info', { write: (line) => lines.push(line) }));
  return lines.join('');
}

const DISCORD_TOKEN = ['MTIzNDU2Nzg5MDEyMzQ1Njc4', 'GabcDE', 'abcdefghijklmnopqrstuvwxyz0123456789AB'].join('.');

describe('the log', () => {
  it('blots out what is named like a secret, on every level', () => {
    const text = logged((logger) =>
      logger.info(
        { password: 'hunter2', user: { token: 'hunter2' }, request: { headers: { authorization: 'hunter2' } } },
        'login',
      ),
    );
    expect(text).not.toContain('hunter2');
    expect(text).toContain('login');
  });

  it.each([DISCORD_TOKEN, 'sk-proj-abcdefghijkl', 'whsec_abcdefghij', 'Bearer abcdefghijklmnop', 'postgres://app:hunter22@db/x'])(
    'blots out what is shaped like one: %s',
    (secret) => {
      const text = logged((logger) => logger.error({ err: new Error(`could not use ${secret}`) }, `failed with ${secret}`));
      expect(text).not.toContain(secret.includes('hunter22') ? 'hunter22' : secret);
    },
  );

  it('keeps one line per entry, whatever a name holds', () => {
    const text = logged((logger) => logger.info({ username: 'eve\r\n{"level":"fatal"}\u001b[31m' }, 'hello'));
    expect(text.trimEnd().split('\n')).toHaveLength(1);
    expect(text).not.toContain('\u001b');
  });
});

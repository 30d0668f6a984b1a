import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@kith/kit';
import { QueryFailedError } from 'typeorm';

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger('info', { write: (line) => lines.push(line) }));
  return lines.join('');
}

const ACCESS_KEY = `kith_${'aB3-_'.repeat(8)}xyz`;
const DISCORD_TOKEN = ['MTIzNDU2Nzg5MDEyMzQ1Njc4', 'GabcDE', 'abcdefghijklmnopqrstuvwxyz0123456789AB'].join('.');

describe('createLogger', () => {
  it('redacts fields named like secrets at every depth [S76]', () => {
    const text = logged((logger) =>
      logger.info(
        { password: 'hunter2', user: { token: 'hunter2' }, request: { headers: { authorization: 'hunter2' } } },
        'login',
      ),
    );
    expect(text).not.toContain('hunter2');
    expect(text).toContain('login');
  });

  it.each([
    DISCORD_TOKEN,
    'sk-proj-abcdefghijkl',
    'whsec_abcdefghij',
    ACCESS_KEY,
    'Bearer abcdefghijklmnop',
    'postgres://app:hunter22@db/x',
  ])('redacts text in the format of a secret: %s [S76]', (secret) => {
    const text = logged((logger) => logger.error({ err: new Error(`could not use ${secret}`) }, `failed with ${secret}`));
    expect(text).not.toContain(secret.includes('hunter22') ? 'hunter22' : secret);
  });

  it('writes one line per entry for hostile values [S49]', () => {
    const text = logged((logger) => logger.info({ username: 'eve\r\n{"level":"fatal"}\u001b[31m' }, 'hello'));
    expect(text.trimEnd().split('\n')).toHaveLength(1);
    expect(text).not.toContain('\u001b');
  });

  it('escapes Unicode line separators and terminal control characters [S49]', () => {
    const username = 'eve\u2028{"level":"fatal"}\u2029\u009b31m\u0085\u007f';
    const text = logged((logger) => logger.info({ username }, 'hello'));
    expect(text).not.toMatch(/[\u007f-\u009f\u2028\u2029]/);
    expect(JSON.parse(text)).toMatchObject({ username });
  });

  it('writes valid JSON for an entry with a URL with a port and an email address', () => {
    const line = logged((logger) => logger.info({ address: 'http://localhost:3000', from: 'kith@example.org' }, 'up'));
    expect(JSON.parse(line)).toMatchObject({ address: 'http://localhost:3000', from: 'kith@example.org', msg: 'up' });
  });

  it('logs message, code and stack of a database error, but not the values of the statement [S76]', () => {
    const driverError = Object.assign(new Error('duplicate key value'), {
      code: '23505',
      detail: 'Key (email)=(eve@example.org)',
    });
    const failure = new QueryFailedError('insert into "user" values ($1)', ['$argon2id$v=19$hunter2'], driverError);
    const wrapped = new Error('not saved', { cause: failure });
    for (const err of [failure, wrapped]) {
      const text = logged((logger) => logger.error({ err }, 'failed'));
      expect(text).not.toMatch(/hunter2|eve@example/);
      expect(text).toContain('duplicate key value');
      expect(text).toContain('logger.spec');
    }
    expect(logged((logger) => logger.error({ err: failure }, 'failed'))).toContain('23505');
  });
});

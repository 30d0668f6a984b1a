import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadConfig, VARIABLES } from '@kith/kit';

const place = mkdtempSync(join(tmpdir(), 'kith-config-'));
afterAll(() => rmSync(place, { recursive: true }));

const base = () => ({
  DATABASE_URL: 'postgres://app@127.0.0.1:1/x',
  REDIS_URL: 'redis://127.0.0.1:1',
  DATA_DIR: mkdtempSync(join(place, 'data-')),
});

describe('loadConfig', () => {
  it('applies defaults and treats empty variables as unset', () => {
    const config = loadConfig({ ...base(), OPENAI_API_KEY: '', SMTP_URL: '' });
    expect(config).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost:3000',
      SUPER_ADMIN_USERNAME: 'superadmin',
    });
    expect(config.OPENAI_API_KEY).toBeUndefined();
    expect(config.SERVICE).toContain('gateway');
  });

  it('treats all variables of a copy of .env.example without values as unset', () => {
    const isSet = new Set(Object.keys(base()));
    const empty = Object.fromEntries(VARIABLES.filter((name) => !isSet.has(name)).map((name) => [name, '']));
    const environment = base();
    expect(loadConfig({ ...environment, ...empty })).toEqual(loadConfig(environment));
    expect(loadConfig({ ...environment, METRICS_PORT: '' }).METRICS_PORT).toBeUndefined();
  });

  it('reports whether a variable is missing or is no number', () => {
    expect(() => loadConfig({ ...base(), PORT: 'http' })).toThrow(/PORT: (?!is missing)/);
    expect(() => loadConfig({ ...base(), REDIS_URL: '' })).toThrow('REDIS_URL: is missing');
  });

  it('rejects a PUBLIC_URL that is no URL', () => {
    expect(() => loadConfig({ ...base(), PUBLIC_URL: 'kith.example.org' })).toThrow('PUBLIC_URL');
  });

  it('removes a slash at the end of PUBLIC_URL', () => {
    expect(loadConfig({ ...base(), PUBLIC_URL: 'https://kith.example.org/' }).PUBLIC_URL).toBe('https://kith.example.org');
  });

  it('names every invalid variable in its error, and never a value [S76]', () => {
    const load = () =>
      loadConfig({
        ...base(),
        PORT: 'hunter2-port',
        DISCORD_API_URL: 'hunter2-url',
        SERVICE: 'auth,hunter2',
        REDIS_URL: undefined,
      });
    expect(load).toThrow(/PORT[\s\S]*REDIS_URL|REDIS_URL[\s\S]*PORT/);
    expect(load).toThrow(/SERVICE/);
    expect(load).not.toThrow(/hunter2/);
  });

  it('generates a keyring once, in a file that only its owner can read', () => {
    const env = base();
    const first = loadConfig(env).APP_KEYRING;
    expect(loadConfig(env).APP_KEYRING).toBe(first);
    expect(statSync(join(env.DATA_DIR, 'keyring')).mode & 0o077).toBe(0);
  });

  it('throws in production without a keyring', () => {
    expect(() => loadConfig({ ...base(), NODE_ENV: 'production' })).toThrow('APP_KEYRING');
  });

  it('throws when the server of a local model is named without the model', () => {
    const LOCAL_LLM_BASE_URL = 'http://127.0.0.1:11434/v1';
    expect(() => loadConfig({ ...base(), LOCAL_LLM_BASE_URL })).toThrow('LOCAL_LLM_MODEL: is missing');
    expect(loadConfig({ ...base(), LOCAL_LLM_BASE_URL, LOCAL_LLM_MODEL: 'llama3' }).LOCAL_LLM_WINDOW).toBe(4096);
  });

  it('reads exactly the variables that .env.example documents', () => {
    const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
    const documented = [...example.matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1]);
    const ofCommands = [
      'BIND_ADDRESS',
      'CHROMIUM_PATH',
      'DATABASE_PASSWORDS',
      'KITH_TAG',
      'POSTGRES_PASSWORD',
      'SECRETS_DIR',
      'WEB_PORT',
    ];
    expect(documented.toSorted()).toEqual([...VARIABLES, ...ofCommands].toSorted());
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readSettings } from '../prepare/settings.mjs';

const NAMES = ['PORT', 'HOST', 'DATA_DIR', 'PUBLIC_URL'];
const given = NAMES.map((name) => [name, process.env[name]]);
const back = process.cwd();
let folder;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'kith-settings-'));
  process.chdir(folder);
  for (const name of NAMES) delete process.env[name];
});
afterEach(() => {
  process.chdir(back);
  rmSync(folder, { recursive: true, force: true });
  for (const [name, value] of given) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

it('an empty variable counts as unset', () => {
  const defaults = readSettings();
  expect(defaults).toMatchObject({ port: 3000, host: '127.0.0.1', publicUrl: 'http://localhost:3000' });
  expect(path.basename(defaults.dataDir)).toBe('.data');
  for (const name of NAMES) process.env[name] = '';
  expect(readSettings()).toEqual(defaults);
});

it('a PORT that is not a number is refused', () => {
  process.env.PORT = 'http';
  expect(readSettings).toThrow('PORT must be a number');
});

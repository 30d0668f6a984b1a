import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { en } from '../lib/messages/en.js';

const SOURCES = path.resolve(import.meta.dirname, '..');
const PLURAL = /_(?:zero|one|two|few|many|other)$/;
const NOT_SOURCE = ['messages', 'testing', 'gql'];

function listKeys(messages: object, prefix = ''): string[] {
  return Object.entries(messages).flatMap(([name, value]: [string, unknown]) => {
    const key = prefix + name;
    if (typeof value === 'string') return [key];
    return typeof value === 'object' && value !== null ? listKeys(value, `${key}.`) : [];
  });
}

function listSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return NOT_SOURCE.includes(entry.name) ? [] : listSources(file);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [file] : [];
  });
}

/** Keys that a source names in full, and a pattern for each key that it builds from a template. */
function readUsedKeys(): { named: Set<string>; patterns: RegExp[] } {
  const sources = listSources(SOURCES).map((file) => readFileSync(file, 'utf8'));
  const named = new Set(
    sources.flatMap((source) => [...source.matchAll(/['"`]([a-z]\w*(?:\.\w+)+)['"`]/g)].map(([, key]) => key ?? '')),
  );
  const templates = sources.flatMap((source) => [...source.matchAll(/`([a-z]\w*\.[\w.]*\$\{[^`]*)`(, \{ returnObjects)?/g)]);
  const patterns = templates.map(([, key = '', isWholeObject]) => {
    const pattern = key.replaceAll('.', String.raw`\.`).replace(/\$\{[^}]*\}/g, String.raw`[\w.-]+`);
    return new RegExp(isWholeObject ? `^${pattern}\\.` : `^${pattern}$`);
  });
  return { named, patterns };
}

it('the message catalogue holds no message that no component uses', () => {
  const { named, patterns } = readUsedKeys();
  const isUsed = (key: string): boolean => named.has(key) || patterns.some((pattern) => pattern.test(key));
  const keys = listKeys(en).map((key) => key.replace(PLURAL, ''));
  expect(keys.filter((key) => !isUsed(key))).toEqual([]);
});

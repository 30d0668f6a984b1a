import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { appMessages } from '../lib/messages/en-app.js';
import { en } from '../lib/messages/en.js';
import { NAMED } from '../testing/named-texts.js';
import { ELSEWHERE, NOT_SHOWN, PART_1, PART_2 } from '../testing/quoted-texts.js';

const SOURCES = path.resolve(import.meta.dirname, '..');
const REPOSITORY = path.resolve(SOURCES, '../..');
const PLURAL = /_(?:zero|one|two|few|many|other)$/;

interface Text {
  readonly key: string;
  readonly text: string;
}

function listTexts(messages: object, prefix = ''): Text[] {
  return Object.entries(messages).flatMap(([name, value]: [string, unknown]) => {
    const key = prefix + name;
    if (typeof value === 'string') return [{ key, text: value }];
    return typeof value === 'object' && value !== null ? listTexts(value, `${key}.`) : [];
  });
}

/** A text with every value in it called the same: `{{count, number}} msgs` and `{n} msgs` are one. */
const shapeOf = (text: string): string => text.replace(/\{\{[^}]*\}\}|\{[^}]*\}/g, '{}');

function listSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return ['messages', 'testing', 'gql'].includes(entry.name) ? [] : listSources(file);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [file] : [];
  });
}

/** Keys that a source names whole, and patterns of those that it puts together. */
function readKeys(): { named: Set<string>; patterns: RegExp[] } {
  const sources = listSources(SOURCES).map((file) => readFileSync(file, 'utf8'));
  const named = new Set(
    sources.flatMap((source) => [...source.matchAll(/['"`]([a-z]\w*(?:\.\w+)+)['"`]/g)].map(([, key]) => key ?? '')),
  );
  const put = sources.flatMap((source) => [...source.matchAll(/`([a-z]\w*\.[\w.]*\$\{[^`]*)`(, \{ returnObjects)?/g)]);
  const patterns = put.map(([, key = '', isWhole]) => {
    const pattern = key.replaceAll('.', String.raw`\.`).replace(/\$\{[^}]*\}/g, String.raw`[\w.]+`);
    return new RegExp(isWhole ? `^${pattern}\\.` : `^${pattern}$`);
  });
  return { named, patterns };
}

describe('the texts of the specification', () => {
  const texts = listTexts({ ...en, ...appMessages });
  const shapes = new Set(texts.map(({ text }) => shapeOf(text)));
  const quoted = [...new Set([...PART_1, ...PART_2, ...NAMED])];

  it('all stand in the catalogue, but for those with a decision', () => {
    const isExcused = (text: string): boolean => text in NOT_SHOWN || text in ELSEWHERE;
    expect(quoted.filter((text) => !isExcused(text) && !shapes.has(shapeOf(text)))).toEqual([]);
  });

  it.each(Object.entries(ELSEWHERE))('hold %p in %s', (text, file) => {
    expect(readFileSync(path.join(REPOSITORY, file), 'utf8')).toContain(text);
  });

  it('are excused only when the specification quotes them and the catalogue does not have them', () => {
    expect(
      Object.keys({ ...NOT_SHOWN, ...ELSEWHERE }).filter((text) => !quoted.includes(text) || shapes.has(shapeOf(text))),
    ).toEqual([]);
  });

  it('belong to a page: nothing in the catalogue is left over', () => {
    const { named, patterns } = readKeys();
    const isReached = (key: string): boolean => named.has(key) || patterns.some((pattern) => pattern.test(key));
    expect(texts.map(({ key }) => key.replace(PLURAL, '')).filter((key) => !isReached(key))).toEqual([]);
  });
});

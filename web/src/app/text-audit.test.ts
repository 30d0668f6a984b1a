import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { en } from '../lib/messages/en.js';
import { NAMED } from '../testing/named-texts.js';
import { CATALOGUE_1, CATALOGUE_2, ELSEWHERE, NO_JOURNEY, NOT_SHOWN, PART_1, PART_2 } from '../testing/quoted-texts.js';

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

/** What the journeys quote, with `{}` for what they compute. */
function readJourneys(): string[] {
  const folder = path.resolve(SOURCES, '../e2e');
  const files = readdirSync(folder).filter((file) => file.endsWith('.e2e.ts'));
  return files.flatMap((file) => {
    const quoted = readFileSync(path.join(folder, file), 'utf8').matchAll(/(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g);
    return [...quoted].map(([, , words = '']) => words.replace(/\$\{[^}]*\}/g, '{}').replaceAll('\\', ''));
  });
}

describe('the texts of the specification', () => {
  const texts = listTexts(en);
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

describe('the toasts of the catalogues', () => {
  const said = readJourneys();
  const toasts = [...new Set([...CATALOGUE_1, ...CATALOGUE_2])].filter((text) => !(text in ELSEWHERE));
  /** As it is, with something for each value in it, or with a reason behind a colon. */
  const isSaid = (text: string): boolean => {
    const words = text.split(/\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
    const pattern = new RegExp(`^${words.join('.+')}(?:: .+)?$`);
    return said.some((one) => pattern.test(one));
  };

  it('each have a step in a browser journey, but for those with a reason', () => {
    expect(toasts.filter((text) => !isSaid(text) && !(text in NO_JOURNEY))).toEqual([]);
  });

  it.each(Object.entries(NO_JOURNEY))('are otherwise shown by a component test: %p', (text, { shownBy }) => {
    expect(toasts).toContain(text);
    expect(isSaid(text)).toBe(false);
    expect(readFileSync(path.join(SOURCES, shownBy), 'utf8')).toContain(text);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { BotSettings, BotTools, ChannelSettings, COMMANDS, DailyCaps, Preferences, SYSTEMS } from '@kith/proto';
import { testsNamed } from './test-titles.js';

const SECTIONS = ['Commands', 'Settings', 'Systems'] as const;
/** What is no command, setting or system may be proved by a file as a whole. */
const WHOLE_FILE = '';
/** Settings of a bot that act on Discord, beside those of its channels. */
const OF_BOTS = ['serverId', 'statusText', 'ageRating', 'greeting', 'timeZone'] as const satisfies readonly (keyof BotSettings)[];

/** Groups of settings, whose rows name them as `tools.dice`. */
const GROUPS = { preferences: Preferences, dailyCaps: DailyCaps, tools: BotTools } as const;

interface Row {
  readonly section: string;
  /** What the row is about, as written. */
  readonly subject: string;
  /** The entries of the last column. */
  readonly tests: readonly string[];
}

const rows = rowsOf(readFileSync(new URL('../../../docs/discord.md', import.meta.url), 'utf8'));

/** The rows of all tables, without their heads. */
function rowsOf(document: string): Row[] {
  let section = '';
  const found: Row[] = [];
  for (const line of document.split('\n')) {
    section = /^## (.+)$/.exec(line)?.[1] ?? section;
    if (!line.startsWith('|') || line.startsWith('| -')) continue;
    const cells = line.split('|').map((cell) => cell.trim());
    found.push({ section, subject: cells[1] ?? '', tests: (cells.at(-2) ?? '').split('; ') });
  }
  return found.filter(({ tests }) => tests[0] !== 'test');
}

const subjectsIn = (wanted: (typeof SECTIONS)[number]): string[] =>
  rows.flatMap(({ section, subject }) => (section === wanted ? subject.replaceAll('`', '').split(', ') : []));

/** Where a file of the last column is. */
function pathOf(file: string): string {
  if (/^(?:services|gateway|web|deploy|proto)\//.test(file)) return file;
  return file.startsWith('src/') ? `services/bot-runner/${file}` : `services/bot-runner/test/${file}`;
}

describe('the table of what acts on Discord', () => {
  it('names tests that exist, by their file and a part of their title', () => {
    const wrong = rows.flatMap(({ section, subject, tests }) =>
      tests.flatMap((entry) => {
        const [, file, words = WHOLE_FILE] = /^`([^`]+)`(?:: (.+))?$/.exec(entry) ?? [];
        const mayBeWhole = !SECTIONS.some((one) => one === section);
        if (file === undefined || (words === WHOLE_FILE && !mayBeWhole)) return [`${subject}: "${entry}" names no test`];
        return testsNamed(pathOf(file), words).length > 0 ? [] : [`${subject}: ${pathOf(file)} has no test "${words}"`];
      }),
    );
    expect(rows.length).toBeGreaterThan(40);
    expect(wrong).toEqual([]);
  });

  it('has a row for every command of the catalogue', () => {
    const known = subjectsIn('Commands');
    expect(COMMANDS.map(({ id }) => id).filter((id) => !known.includes(id))).toEqual([]);
  });

  it('has a row for every setting that acts on Discord, and for no other', () => {
    const ofGroups = Object.entries(GROUPS).flatMap(([group, { shape }]) => Object.keys(shape).map((name) => `${group}.${name}`));
    const settings: readonly string[] = [...Object.keys(ChannelSettings.shape), ...OF_BOTS, ...ofGroups];
    const known = subjectsIn('Settings').filter((subject) => !subject.startsWith('('));
    expect(known.toSorted()).toEqual(settings.toSorted());
  });

  it('has a row for every system that acts', () => {
    const known = subjectsIn('Systems');
    expect(SYSTEMS.map(({ id }) => id).filter((id) => !known.includes(id))).toEqual([]);
  });
});

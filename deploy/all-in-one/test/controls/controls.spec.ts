import { describe, expect, it } from '@jest/globals';
import { webMessage } from '../catalogue/web-messages.js';
import { ACCOUNT_ROWS } from './account-rows.js';
import { COMMAND_ROWS } from './command-rows.js';
import { BOT_ROWS, type ControlRow } from './control-rows.js';
import { declaredControls, markedWithoutEffect } from './declared-controls.js';
import { PROACTIVE_ROWS } from './proactive-rows.js';
import { QUALITY_ROWS } from './quality-rows.js';
import { SEARCH_ROWS } from './search-rows.js';
import { SYSTEM_ROWS } from './system-rows.js';
import { missingTest } from '../test-titles.js';

const ROWS: Readonly<Record<string, ControlRow>> = {
  ...BOT_ROWS,
  ...COMMAND_ROWS,
  ...ACCOUNT_ROWS,
  ...SEARCH_ROWS,
  ...PROACTIVE_ROWS,
  ...QUALITY_ROWS,
  ...SYSTEM_ROWS,
};
const rows = Object.entries(ROWS);
const waiting = rows.flatMap(([control, row]) => ('says' in row ? [{ control, ...row }] : []));

describe('every control', () => {
  it('has a row, and every row a control', async () => {
    const declared = await declaredControls();
    expect(declared.size).toBeGreaterThan(150);
    expect({
      withoutRow: [...declared].filter((control) => !(control in ROWS)),
      withoutControl: rows.map(([control]) => control).filter((control) => !declared.has(control)),
    }).toEqual({ withoutRow: [], withoutControl: [] });
  });

  it('changes something outside its own row, which a test proves, or says beside itself that it does not yet, which a test proves', () => {
    expect(rows.flatMap(([control, { file, test }]) => missingTest(file, test)?.concat(` (${control})`) ?? [])).toEqual([]);
  });

  it('without an effect says so in a sentence of the message catalogue', async () => {
    const sentences = await Promise.all(waiting.map(async ({ says }) => webMessage(says)));
    expect([...new Set(sentences)].filter((sentence) => !/(no effect|do not run)( on Discord)? yet\.$/.test(sentence))).toEqual(
      [],
    );
  });

  it('that a form marks as without effect has none here either, and the other way round', async () => {
    const marked = await markedWithoutEffect();
    const here = waiting.map(({ control }) => control).filter((control) => control.startsWith('bot.'));
    expect(new Set(here)).toEqual(marked);
  });
});

it('prints the table of controls', () => {
  const lines = rows.map(([control, row]) => {
    const effect = 'says' in row ? `no effect yet; says so beside itself (${row.says})` : row.changes;
    return `${control.padEnd(46)} ${effect}\n${' '.repeat(47)}${row.file}: ${row.test}`;
  });
  process.stdout.write(`\nControls and what they change outside their own row\n${lines.join('\n')}\n`);
  expect(lines).toHaveLength(rows.length);
});

import { describe, expect, it } from '@jest/globals';
import { ACCOUNT_ROWS } from './account-rows.js';
import { COMMAND_ROWS } from './command-rows.js';
import { BOT_ROWS, type ControlRow } from './control-rows.js';
import { declaredControls } from './declared-controls.js';
import { DISCORD_ROWS } from './discord-rows.js';
import { PROACTIVE_ROWS } from './proactive-rows.js';
import { QUALITY_ROWS } from './quality-rows.js';
import { SEARCH_ROWS } from './search-rows.js';
import { SYSTEM_ROWS } from './system-rows.js';
import { missingTest } from '../test-titles.js';

const ROWS: Readonly<Record<string, ControlRow>> = {
  ...BOT_ROWS,
  ...COMMAND_ROWS,
  ...DISCORD_ROWS,
  ...ACCOUNT_ROWS,
  ...SEARCH_ROWS,
  ...PROACTIVE_ROWS,
  ...QUALITY_ROWS,
  ...SYSTEM_ROWS,
};
const rows = Object.entries(ROWS);

describe('every control', () => {
  it('has a row, and every row a control', async () => {
    const declared = await declaredControls();
    expect(declared.size).toBeGreaterThan(150);
    expect({
      withoutRow: [...declared].filter((control) => !(control in ROWS)),
      withoutControl: rows.map(([control]) => control).filter((control) => !declared.has(control)),
    }).toEqual({ withoutRow: [], withoutControl: [] });
  });

  it('changes something outside its own row, which a test proves', () => {
    expect(rows.flatMap(([control, { file, test }]) => missingTest(file, test)?.concat(` (${control})`) ?? [])).toEqual([]);
  });
});

it('prints the table of controls', () => {
  const lines = rows.map(([control, row]) => {
    return `${control.padEnd(46)} ${row.changes}\n${' '.repeat(47)}${row.file}: ${row.test}`;
  });
  process.stdout.write(`\nControls and what they change outside their own row\n${lines.join('\n')}\n`);
  expect(lines).toHaveLength(rows.length);
});

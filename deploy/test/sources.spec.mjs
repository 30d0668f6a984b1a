import path from 'node:path';
import { findBuiltExpressions, findSlowText, readExpressions } from '../checks/regular-expressions.mjs';
import { parse, readSources } from '../checks/sources.mjs';
import { findBuiltSql } from '../checks/sql.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const sources = readSources(ROOT);

// What is put into a statement without being a constant; none of it is anything that a caller sent.
const KNOWN_SQL = [
  // One of three conditions of this class, with its values beside it.
  'services/auth/src/sessions.service.ts: whose',
  // A condition for the alias that is named here.
  "services/auth/src/admin/impersonations.service.ts: alive('session')",
  // A constant list of tables.
  'services/billing/src/checkout/removal.service.ts: table',
  // A function of the module, called twice when it is loaded.
  'services/bots/src/uptime/runner-watch.ts: isReady',
  'services/bots/src/uptime/runner-watch.ts: where',
  'services/bots/src/uptime/runner-watch.ts: !isReady',
  // The schema that a service declares.
  'services/kit/src/database.ts: schema',
];

describe('S40: SQL', () => {
  it('is written by us in full: nothing that a caller sends is put into a statement', () => {
    expect(sources.length).toBeGreaterThan(300);
    expect(findBuiltSql(sources, KNOWN_SQL)).toEqual([]);
  });

  it.each([
    ['await db.query(`select * from bots.bot where name = ${name}`)', 'a.ts: name'],
    ['await db.query(`select ${column} from bots.bot`)', 'a.ts: column'],
    ["await db.query('delete from bots.bot where id = ' + id)", 'a.ts: id'],
    ['rows.createQueryBuilder().where(`id = ${input.id}`)', 'a.ts: input.id'],
    ["rows.createQueryBuilder().orderBy('bot.' + sort)", 'a.ts: sort'],
    ['const NAME = 1; function f(TABLE) { return db.query(`select id from ${TABLE}`) }', 'a.ts: TABLE'],
    ['let sql = `update bots.bot set ${changes}`;', 'a.ts: changes'],
  ])('finds %s', (text, found) => {
    expect(findBuiltSql([{ file: 'a.ts', tree: parse('a.ts', text) }])).toEqual([found]);
  });

  it.each([
    "await db.query('select * from bots.bot where name = $1', [name])",
    'const ALIVE = `x`; db.query(`select * from auth.session where ${ALIVE}`)',
    "import { ALIVE } from './a.js'; db.query(`select * from auth.session where ${ALIVE} and id = $1`, [id])",
    'throw new Error(`Please select ${name} again`)',
  ])('lets be %s', (text) => {
    expect(findBuiltSql([{ file: 'a.ts', tree: parse('a.ts', text) }])).toEqual([]);
  });
});

describe('S42: regular expressions', () => {
  const expressions = readExpressions(sources);

  it('take no longer than a moment over any text that is made to hold them up', () => {
    expect(expressions.length).toBeGreaterThan(100);
    const slow = expressions.flatMap((expression) => {
      const text = findSlowText(expression, { length: 3000, limitMs: 3000 });
      return text === undefined
        ? []
        : [`${expression.file}: /${expression.source}/${expression.flags} over ${text.slice(0, 40)}…`];
    });
    expect(slow).toEqual([]);
  }, 240_000);

  it.each(['(a+)+$', '(a|a)*b', '(\\w+\\s?)*$', '^(\\d+)*x', '([a-z]+-?)+!$'])('finds /%s/', (source) => {
    expect(findSlowText({ source, flags: '' }, { length: 4000, limitMs: 100 })).toBeDefined();
  });

  it('are never made from what users write: their triggers are compared letter by letter', () => {
    // The name of a service, as proto has it.
    const known = ['services/kit/src/rpc/intake.ts: `^${name}:(\\\\d+)`'];
    expect(findBuiltExpressions(sources).filter((found) => !known.includes(found))).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findBuiltExpressions, findSlowText, readExpressions } from '../checks/regular-expressions.mjs';
import { parse, readSources } from '../checks/sources.mjs';
import { findBuiltSql } from '../checks/sql.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const sources = readSources(ROOT);

// They build statements only from the declarations of counts and of orders, which are constants of the modules (CountSpec, ListOrder).
const OF_DECLARATIONS = /^services\/kit\/src\/(?:count-spec|running-counts|ordered-list)\.ts$/;

// Expressions in SQL that are not constants and do not come from input.
const KNOWN_SQL = [
  // A constant condition with a table alias.
  "services/auth/src/admin/impersonations.service.ts: activeSessionSql('session')",
  // Arguments of a function that is called with constants when the module is loaded.
  'services/bots/src/runs/uptime.service.ts: isReady',
  'services/bots/src/runs/uptime.service.ts: where',
  'services/bots/src/runs/uptime.service.ts: !isReady',
  // The columns of the fields that the contract lists, as the entity names them.
  "services/bots/src/bots.service.ts: selectListOf(this.database, ['id', ...properties])",
  'services/bots/src/bots.service.ts: order',
  'services/bots/src/persona.service.ts: selectListOf(this.database)',
  // The columns of the settings that the service writes, as the entity names them, and the numbers of their values.
  'services/bots/src/new-bots.service.ts: names.join()',
  'services/bots/src/new-bots.service.ts: values.join()',
  'services/bots/src/new-bots.service.ts: selectListOf(this.database)',
  // The table or the rows of a trigger that RunningCounts and the triggers give to a declared count, and a function of constants.
  'services/auth/src/audit/audit-count.ts: rows',
  'services/auth/src/notifications/news-count.ts: rows',
  'services/auth/src/user-count.ts: rows',
  'services/billing/src/payments/payment-counts.ts: rows',
  "services/billing/src/payments/payment-counts.ts: dayOf('paid_at')",
  "services/billing/src/payments/payment-counts.ts: dayOf('at')",
  'services/billing/src/plans/plan-count.ts: rows',
  'services/billing/src/webhook/webhook-count.ts: rows',
  'services/bot-runner/src/moderation/case-count.ts: rows',
  'services/bot-runner/src/reports/report-lists.ts: rows',
  'services/bot-runner/src/systems/economy-system/coin-orders.ts: rows',
  'services/bot-runner/src/systems/economy-system/entry-count.ts: rows',
  'services/bot-runner/src/systems/leveling-xp/level-orders.ts: rows',
  'services/bot-runner/src/systems/mini-games/score-orders.ts: rows',
  'services/bot-runner/src/systems/support-tickets/ticket-count.ts: rows',
  'services/bots/src/bot-totals.ts: rows',
  'services/chat/src/analytics/message-stats.ts: MAX_COUNTED_REPLIES + 1',
  'services/chat/src/memory/memory-count.ts: rows',
  'services/chat/src/messages/delivered-total.ts: rows',
  'services/chat/src/quality/pinned-count.ts: rows',
  'services/chat/src/quality/rating-count.ts: rows',
  // The schema name that a service declares, and the name of the role made of it, both escaped.
  'services/kit/src/database-access.ts: pg.escapeIdentifier(spec.schema)',
  'services/kit/src/database-access.ts: pg.escapeIdentifier(schema)',
  'services/kit/src/database-roles.ts: name',
  'services/kit/src/database-roles.ts: quoted(roleName)',
];

describe('SQL statements', () => {
  it('no SQL statement of the product is built from input [S40]', () => {
    expect(sources.length).toBeGreaterThan(300);
    expect(
      findBuiltSql(
        sources.filter(({ file }) => !OF_DECLARATIONS.test(file)),
        KNOWN_SQL,
      ),
    ).toEqual([]);
  });

  it.each([
    ['await db.query(`select * from bots.bot where name = ${name}`)', 'a.ts: name'],
    ['await db.query(`select ${column} from bots.bot`)', 'a.ts: column'],
    ["await db.query('delete from bots.bot where id = ' + id)", 'a.ts: id'],
    ['rows.createQueryBuilder().where(`id = ${input.id}`)', 'a.ts: input.id'],
    ["rows.createQueryBuilder().orderBy('bot.' + sort)", 'a.ts: sort'],
    ['const NAME = 1; function f(TABLE) { return db.query(`select id from ${TABLE}`) }', 'a.ts: TABLE'],
    ['let sql = `update bots.bot set ${changes}`;', 'a.ts: changes'],
  ])('the check finds the built statement in: %s', (text, found) => {
    expect(findBuiltSql([{ file: 'a.ts', tree: parse('a.ts', text) }])).toEqual([found]);
  });

  it.each([
    "await db.query('select * from bots.bot where name = $1', [name])",
    'const ALIVE = `x`; db.query(`select * from auth.session where ${ALIVE}`)',
    "import { ALIVE } from './a.js'; db.query(`select * from auth.session where ${ALIVE} and id = $1`, [id])",
    'throw new Error(`Please select ${name} again`)',
  ])('the check accepts: %s', (text) => {
    expect(findBuiltSql([{ file: 'a.ts', tree: parse('a.ts', text) }])).toEqual([]);
  });
});

describe('regular expressions', () => {
  const expressions = readExpressions(sources);

  it('no regular expression of the product takes long over a text made to slow it down [S42]', () => {
    expect(expressions.length).toBeGreaterThan(100);
    const slow = expressions.flatMap((expression) => {
      const text = findSlowText(expression, { length: 1000, limitMs: 2000 });
      return text === undefined
        ? []
        : [`${expression.file}: /${expression.source}/${expression.flags} over ${text.slice(0, 40)}…`];
    });
    expect(slow).toEqual([]);
  }, 240_000);

  it.each(['(a+)+$', '(a|a)*b', '(\\w+\\s?)*$', '^(\\d+)*x', '([a-z]+-?)+!$'])(
    'the check finds the slow expression /%s/',
    (source) => {
      expect(findSlowText({ source, flags: '' }, { length: 4000, limitMs: 100 })).toBeDefined();
    },
  );

  it('no regular expression is built from input [S42]', () => {
    const known = [
      // The name of a service from proto.
      'services/kit/src/rpc/request-reader.ts: `^${name}:(\\\\d+)`',
      // Constants of the same service.
      "services/chat/src/images/images.service.ts: `!\\\\[${GENERATED_IMAGE_ALT}\\\\]\\\\(${generatedImagePath('([0-9a-f-]{36})', '([0-9a-f-]{36})')}\\\\)`",
      // The number is a constant of the same file.
      'services/chat/src/replies/file-parts.ts: `[^]{1,${PART_CHARS}}`',
      // The paths of pages, which are constants of the same file.
      "gateway/src/http/page-preloads.ts: `^${path.replace(/\\/:\\w+/g, '/[^/]+').replace(/\\/$/, '')}/?$`",
      // Words and phrases of the ten languages, which are constants of the same service.
      'services/chat/src/builtin/folded-text.ts: `^(?:${source})$`',
      'services/chat/src/builtin/folded-text.ts: `^(?:${source})(?![\\\\p{Script=Latin}\\\\p{Script=Cyrillic}\\\\p{N}])\\\\s*`',
      'services/chat/src/builtin/folded-text.ts: `(?<![\\\\p{Script=Latin}\\\\p{Script=Cyrillic}\\\\p{N}])(?:${source})$`',
      'services/chat/src/builtin/quotes.ts: `(?<![\\\\p{Script=Latin}\\\\p{Script=Cyrillic}])${word}`',
      'services/chat/src/builtin/requests.ts: isUnspaced ? word : `(?<![\\\\p{L}])${word}(?![\\\\p{L}])`',
      "services/chat/src/builtin/requests.ts: `\\\\s*[,、，]\\\\s*(?:${words.join('|').replaceAll('\\\\s+', '\\\\s*')})?|${words.join('|')}`",
      'services/chat/src/builtin/self-facts.ts: `(?<![\\\\p{L}\\\\p{N}])${from}(?![\\\\p{L}\\\\p{N}])`',
      'services/chat/src/builtin/languages/compiled.ts: `[${texts.letters}]`',
      // Abbreviations and months, which are constants of the same file.
      'services/chat/src/texts/full-stops.ts: `${WORD_BEFORE}(?:${SHORT})\\\\.\\\\s*$`',
      'services/chat/src/texts/full-stops.ts: `${WORD_BEFORE}(?:${SHORT_AT_END})\\\\.\\\\s*$`',
      'services/chat/src/texts/full-stops.ts: `${WORD_BEFORE}(?:${MONTHS_IN_SHORT})\\\\.\\\\s*$`',
      'services/chat/src/texts/full-stops.ts: `${WORD_BEFORE}(?!I)\\\\p{Lu}\\\\.\\\\s*$`',
      'services/chat/src/texts/full-stops.ts: `${WORD_BEFORE}\\\\p{Ll}\\\\.\\\\s*$`',
      'services/chat/src/texts/full-stops.ts: `^(?:${MONTHS})(?!\\\\p{L})`',
      'services/chat/src/texts/full-stops.ts: `^(?:${BEGINNINGS})(?![\\\\p{L}])`',
      // Scripts without spaces.
      'services/chat/src/builtin/word-matching.ts: UNSPACED.source',
      'services/chat/src/quality/question-words.ts: `(?<=[${UNSPACED_SCRIPTS}]) (?=[${UNSPACED_SCRIPTS}])`',
      // The scripts that the file lists.
      "proto/src/fields.ts: [within('Arab', '\\\\u200C'), ...INDIC.map((script) => within(script, '[\\\\u200C\\\\u200D]')), `(?<=[${VIRAMAS}])\\\\u200D`].join('|')",
    ];
    expect(findBuiltExpressions(sources).filter((found) => !known.includes(found))).toEqual([]);
  });

  it.each(['letter_sequences', 'sought_sequences'])('the function %s is the same in auth and in the runner', (name) => {
    // The database role of a service reaches no function of another service's schema.
    const [auth, runner] = ['auth', 'bot-runner'].map((service) =>
      readFileSync(path.join(ROOT, 'services', service, `src/sql/${name}.sql`), 'utf8').replaceAll(/\b(?:auth|runner)\./g, ''),
    );
    expect(auth).toBe(runner);
  });
});

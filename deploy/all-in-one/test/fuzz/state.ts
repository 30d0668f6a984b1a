import { Client } from 'pg';

const SCHEMAS = ['auth', 'bots', 'billing', 'chat', 'knowledge', 'runner'];
// Tables that a refused request may change (audit log) or that change by themselves.
const LEFT_OUT = new Set([
  'auth.audit_event',
  'auth.audit_head',
  'billing.credit_day',
  'billing.credit_rollup',
  'billing.plan_check',
  'billing.swept_mode',
  'bots.runner_presence',
]);
const COLUMNS_LEFT_OUT: Readonly<Record<string, readonly string[]>> = { 'auth.session': ['last_used_at'] };
// Conditions on rows that the service writes by itself, here the weekly reports.
const ROWS_LEFT_OUT: Readonly<Record<string, string>> = { 'auth.broadcast': `t.kind = 'usage-report'` };

// What triggers keep follows from other tables, and running counts are summed up every minute.
const KEPT_BY_TRIGGERS = `select 1 from pg_proc where proname = 'keep_' || t.table_name`;

/** A digest of the database by table; equal digests mean that nothing changed. */
export async function stateOf(databaseUrl: string): Promise<Record<string, string>> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; schema: string; relation: string }>(
      `select table_schema || '.' || table_name as name, table_schema as schema, table_name as relation
       from information_schema.tables t where table_schema = any($1) and table_type = 'BASE TABLE'
         and not exists (${KEPT_BY_TRIGGERS}) order by 1`,
      [SCHEMAS],
    );
    const digests: Record<string, string> = {};
    for (const { name, schema, relation } of rows.filter((row) => !LEFT_OUT.has(row.name))) {
      const table = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(relation)}`;
      const columns = COLUMNS_LEFT_OUT[name] ?? [];
      const { rows: digest } = await client.query<{ digest: string }>(
        `select coalesce(md5(string_agg(line, '|' order by line)), 'empty') as digest
         from (select (to_jsonb(t) - $1::text[])::text as line from ${table} t where not (${ROWS_LEFT_OUT[name] ?? 'false'})) lines`,
        [columns],
      );
      digests[name] = digest[0]?.digest ?? '';
    }
    return digests;
  } finally {
    await client.end();
  }
}

import { createServer, type AddressInfo } from 'node:net';
import { DataSource } from 'typeorm';
import { visibleError } from '../src/rpc/errors.js';
import { waitFor } from '../src/testing/wait-for.js';

const url = process.env['DATABASE_URL'] ?? '';
const open = async (address: string): Promise<DataSource> =>
  await new DataSource({ type: 'postgres', url: address, poolSize: 1, extra: { connectionTimeoutMillis: 300 } }).initialize();

/** The error that a caller gets when a handler throws the error of `work`, and how often it is logged. */
async function resultOf(
  work: () => Promise<unknown>,
): Promise<{ code: string; retryAfterS?: number | undefined; logged: number }> {
  let logged = 0;
  const { code, details } = await work().then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => visibleError(error, () => logged++),
  );
  return { code, retryAfterS: details.retryAfterS, logged };
}

describe('the error of a handler whose database fails', () => {
  it('is UNAVAILABLE when the connection is refused', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const address = new URL(url);
    address.port = String(port);
    expect(await resultOf(() => open(address.href))).toEqual({ code: 'UNAVAILABLE', retryAfterS: 2, logged: 0 });
  });

  it('is UNAVAILABLE when no pooled connection becomes free in time', async () => {
    const source = await open(url);
    const holder = source.createQueryRunner();
    await holder.query('select 1');
    expect(await resultOf(() => source.query('select 1'))).toEqual({ code: 'UNAVAILABLE', retryAfterS: 2, logged: 0 });
    await holder.release();
    await source.destroy();
  });

  it('is OUTCOME_UNKNOWN when the connection breaks during a statement', async () => {
    const [source, killer] = await Promise.all([open(url), open(url)]);
    const [{ pid }] = (await source.query('select pg_backend_pid() as pid')) as [{ pid: number }];
    const broken = resultOf(() => source.query('select pg_sleep(20)'));
    const isRunning = `select 1 from pg_stat_activity where pid = $1 and state = 'active' and query like '%pg_sleep%'`;
    await waitFor('the statement to run', async () => ((await killer.query(isRunning, [pid])) as unknown[]).length === 1);
    await killer.query('select pg_terminate_backend($1)', [pid]);
    expect(await broken).toEqual({ code: 'OUTCOME_UNKNOWN', retryAfterS: undefined, logged: 0 });
    await Promise.all([source.destroy(), killer.destroy()]);
  });

  it('is INTERNAL, and logged, when the statement is invalid', async () => {
    const source = await open(url);
    expect(await resultOf(() => source.query('select nothing from nowhere'))).toEqual({ code: 'INTERNAL', logged: 1 });
    await source.destroy();
  });
});

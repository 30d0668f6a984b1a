import { fastify } from 'fastify';
import { Pool } from 'pg';

// The reference of the list benchmark: Fastify and pg with the same SQL, without sessions or services.
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 5 });
const server = fastify();
const sql = process.env['LIST_SQL'] ?? '';
const parameters = JSON.parse(process.env['LIST_PARAMETERS'] ?? '[]') as unknown[];

server.get('/api/bots', async () => (await pool.query({ name: 'list', text: sql, values: parameters })).rows);

const address = await server.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`{"address":"${address}","msg":"kith is up"}\n`);
process.once('SIGTERM', () => process.exit(0));

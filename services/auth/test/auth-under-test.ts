import { createHash, randomUUID } from 'node:crypto';
import { auth, type Actor, type InputOf, type OutputOf } from '@kith/proto';
import { servicesUnderTest, type ServicesUnderTest } from '@kith/kit/testing';
import { DataSource } from 'typeorm';
import { definition } from '../src/index.js';

export type SignedIn = OutputOf<typeof auth.login>;
type Registration = InputOf<typeof auth.register>;

export interface AuthUnderTest extends ServicesUnderTest {
  query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>;
  /** Registers somebody new from an address of their own; every field can be set. */
  register(fields?: Partial<Registration>): Promise<SignedIn>;
  login(username: string, password: string, ip?: string): Promise<SignedIn>;
  resolve(kind: 'bearer' | 'cookie', value: string): Promise<Actor>;
}

export const PASSWORD = 'correct horse battery';

let addresses = 0;
/** An address nobody used before. */
export const anAddress = (): string => `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses++ & 255}`;

export function aRegistration(fields: Partial<Registration> = {}): Registration {
  const username = fields.username ?? `user-${randomUUID().slice(0, 12)}`;
  return {
    username,
    email: `${randomUUID()}@example.com`,
    password: PASSWORD,
    origin: { ip: anAddress(), userAgent: 'test' },
    ...fields,
  };
}

export async function authUnderTest(env: NodeJS.ProcessEnv = {}): Promise<AuthUnderTest> {
  const stack = await servicesUnderTest([definition], env);
  const database = stack.services.get('auth')?.app.get(DataSource);
  if (!database) throw new Error('auth has no database');
  return {
    ...stack,
    query: <Row>(sql: string, parameters: unknown[] = []) => database.query<Row[]>(sql, parameters),
    register: (fields) => stack.ask(auth.register, aRegistration(fields)),
    login: (username, password, ip = anAddress()) =>
      stack.ask(auth.login, { username, password, origin: { ip, userAgent: 'test' } }),
    resolve: (kind, value) => stack.ask(auth.resolve, { kind, hash: createHash('sha256').update(value).digest('hex') }),
  };
}

import { createHash, randomUUID } from 'node:crypto';
import { audit, auth, type Actor, type AuditAction, type AuditEvent, type InputOf, type OutputOf } from '@kith/proto';
import { anActor, ownerDatabase, servicesUnderTest, waitFor, type ServicesUnderTest } from '@kith/kit/testing';
import { database, definition } from '../src/index.js';

export type SignedIn = OutputOf<typeof auth.login>;
type Registration = InputOf<typeof auth.register>;

export interface AuthUnderTest extends ServicesUnderTest {
  /** As the owner of the database, who may do what the role of the service may not. */
  query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>;
  /** Registers a new user from a new client address; `fields` override the defaults. */
  register(fields?: Partial<Registration>): Promise<SignedIn>;
  login(username: string, password: string, ip?: string): Promise<SignedIn>;
  resolve(kind: 'bearer' | 'cookie', value: string): Promise<Actor>;
  /** Registers a new user and resolves the actor of the session. */
  signUp(fields?: Partial<Registration>): Promise<SignedIn & { actor: Actor }>;
  /** The audit events of a target, the latest first; waits until there are at least `count`. */
  auditEvents(action: AuditAction, target: string | null, count?: number): Promise<AuditEvent[]>;
}

export const PASSWORD = 'correct horse battery';

let addresses = 0;
/** A client address that no test has used before. */
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
  const owner = await ownerDatabase(stack, database);
  const register = (fields?: Partial<Registration>) => stack.ask(auth.register, aRegistration(fields));
  const resolve = (kind: 'bearer' | 'cookie', value: string) => stack.ask(auth.resolve, { kind, hash: sha256(value) });
  return {
    ...stack,
    register,
    resolve,
    query: <Row>(sql: string, parameters: unknown[] = []) => owner.query<Row[]>(sql, parameters),
    login: (username, password, ip = anAddress()) =>
      stack.ask(auth.login, { username, password, origin: { ip, userAgent: 'test' } }),
    signUp: async (fields) => {
      const signedIn = await register(fields);
      return { ...signedIn, actor: await resolve('bearer', signedIn.token) };
    },
    auditEvents: (action, target, count = 1) =>
      waitFor(`the audit event ${action}`, async () => {
        const { events } = await stack.ask(audit.log, { actor: anActor({ role: 'super_admin' }), action });
        const about = events.filter((event) => event.target === target);
        return about.length >= count ? about : undefined;
      }),
    stop: async () => {
      await owner.destroy();
      await stack.stop();
    },
  };
}

export const sha256 = (value: string): string => createHash('sha256').update(value).digest('hex');

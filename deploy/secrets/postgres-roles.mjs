import { randomBytes } from 'node:crypto';

/** The schema of each service that keeps data in Postgres; its role is named after the schema. */
export const SCHEMAS = {
  auth: 'auth',
  billing: 'billing',
  bots: 'bots',
  chat: 'chat',
  knowledge: 'knowledge',
  'bot-runner': 'runner',
};
export const PROCESSES_WITH_DATABASE = Object.keys(SCHEMAS);

/**
 * A password for each service's role, and one for the owner of the database, which only the container `migrate` gets. POSTGRES_PASSWORD of the
 * environment, from an older installation, is kept as that of the owner.
 */
export function postgresRoles({ secret }) {
  const create = () => randomBytes(24).toString('base64url');
  const owner = secret('postgres password of the owner', () => process.env.POSTGRES_PASSWORD || create());
  const roles = PROCESSES_WITH_DATABASE.map((name) => ({
    name,
    schema: SCHEMAS[name],
    password: secret(`postgres password of ${name}`, create),
  }));
  return {
    env: {
      ...Object.fromEntries(
        roles.map(({ name, schema, password }) => [name, { DATABASE_URL: address(`kith_${schema}`, password) }]),
      ),
      migrate: {
        DATABASE_URL: address('kith', owner),
        DATABASE_PASSWORDS: roles.map(({ schema, password }) => `${schema}:${password}`).join(','),
      },
      postgres: { POSTGRES_PASSWORD: owner },
    },
  };
}

const address = (user, password) => `postgres://${user}:${encodeURIComponent(password)}@postgres:5432/kith`;

import { randomBytes } from 'node:crypto';

/** The services that keep data in Postgres; each has a schema and a role of its own. */
export const PROCESSES_WITH_DATABASE = ['auth', 'billing', 'bots', 'chat', 'knowledge'];

/**
 * A password for each service's role, and one for the owner of the database, which only the container `migrate` gets. POSTGRES_PASSWORD of the
 * environment, from an older installation, is kept as that of the owner.
 */
export function postgresRoles({ secret }) {
  const create = () => randomBytes(24).toString('base64url');
  const owner = secret('postgres password of the owner', () => process.env.POSTGRES_PASSWORD || create());
  const roles = PROCESSES_WITH_DATABASE.map((name) => ({ name, password: secret(`postgres password of ${name}`, create) }));
  return {
    env: {
      ...Object.fromEntries(roles.map(({ name, password }) => [name, { DATABASE_URL: address(`kith_${name}`, password) }])),
      migrate: {
        DATABASE_URL: address('kith', owner),
        DATABASE_PASSWORDS: roles.map(({ name, password }) => `${name}:${password}`).join(','),
      },
      postgres: { POSTGRES_PASSWORD: owner },
    },
  };
}

const address = (user, password) => `postgres://${user}:${encodeURIComponent(password)}@postgres:5432/kith`;

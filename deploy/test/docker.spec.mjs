import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readProjects } from '../checks/projects.mjs';
import { postgresRoles, SCHEMAS } from '../secrets/postgres-roles.mjs';
import { PROCESSES } from '../secrets/secrets.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file) => readFileSync(path.join(ROOT, file), 'utf8');

it('the Dockerfile copies the package.json of every project', () => {
  const copied = [...read('deploy/docker/Dockerfile').matchAll(/^COPY (\S+)\/package\.json \1\/$/gm)].map(([, folder]) => folder);
  expect(copied.toSorted()).toEqual(
    readProjects(ROOT)
      .map(({ folder }) => folder)
      .toSorted(),
  );
});

it('docker-compose.yml has a container for the gateway, every service, the migrations, Postgres, Redis and the egress proxies', () => {
  const services = readdirSync(path.join(ROOT, 'services')).filter((name) => name !== 'kit');
  const section = /^services:\n([^]*?)^networks:/m.exec(read('docker-compose.yml'))[1];
  const containers = [...section.matchAll(/^ {2}([\w-]+):$/gm)].map(([, name]) => name);
  const others = containers.filter((name) => !name.startsWith('egress-'));
  expect(others.toSorted()).toEqual(['gateway', 'migrate', 'postgres', 'redis', ...services].toSorted());
  for (const name of ['gateway', ...services]) expect(section).toMatch(new RegExp(`SERVICE: ${name}\\b`));
});

it('the image is built once, by migrate, and no container pulls it', () => {
  const compose = read('docker-compose.yml');
  expect(compose.match(/^ +build: /gm)).toHaveLength(1);
  expect(/^ {2}migrate:\n([^]*?)(?=^ {2}\S)/m.exec(compose)[1]).toMatch(/^ {4}build: /m);
  expect(/^x-process:.*\n([^]*?)(?=^\S)/m.exec(compose)[1]).toMatch(/^ {2}pull_policy: never$/m);
});

it('the sandbox container has no outside network, no database and no key ring', () => {
  const sandbox = /^ {2}sandbox:\n([^]*?)^ {2}# The egress proxy/m.exec(read('docker-compose.yml'))[1];
  expect(sandbox).toMatch(/^ {4}networks: \[sandbox\]$/m);
  expect(sandbox).not.toMatch(/\*environment|APP_KEYRING|postgres:|files:/);
  expect(read('docker-compose.yml')).toMatch(/^ {2}sandbox: \{ internal: true \}$/m);
});

it('no container but migrate has the password of the owner of the database, and no password has a default', () => {
  const compose = read('docker-compose.yml');
  expect(compose).not.toMatch(/PASSWORD:-[^}]/);
  expect([...compose.matchAll(/^ {4}env_file: .*\/([\w-]+)\.env'\]$/gm)].map(([, name]) => name)).toEqual(
    expect.arrayContaining([...Object.keys(SCHEMAS), 'migrate', 'postgres']),
  );
  const { env } = postgresRoles({ secret: (name) => `secret ${name}` });
  const owner = env.postgres.POSTGRES_PASSWORD;
  const holders = Object.entries(env).filter(([, variables]) => JSON.stringify(variables).includes(encodeURIComponent(owner)));
  expect(holders.map(([name]) => name)).toEqual(['migrate']);
  for (const [name, schema] of Object.entries(SCHEMAS)) expect(new URL(env[name].DATABASE_URL).username).toBe(`kith_${schema}`);
});

it('every process has the file with its own secrets, and docker-compose.yml names no key, password or address of Redis', () => {
  const compose = read('docker-compose.yml');
  for (const name of PROCESSES) {
    const container = new RegExp(`^  ${name}:\\n([^]*?)(?=^  \\S|^\\S)`, 'm').exec(compose)[1];
    expect(container).toContain(`env_file: ['\${SECRETS_DIR:-./.secrets}/${name}.env']`);
    expect(container.match(/\.env'/g)).toHaveLength(1);
  }
  expect(compose).not.toMatch(/APP_KEYRING|RPC_|PASSWORD|redis:\/\//);
});

it('Redis has no user but those of the processes and the one of the health check', () => {
  const redis = /^ {2}redis:\n([^]*?)^networks:/m.exec(read('docker-compose.yml'))[1];
  expect(redis).toContain('--aclfile /tmp/redis.acl');
  expect(redis).toContain('redis.acl:/run/kith/redis.acl:ro');
});

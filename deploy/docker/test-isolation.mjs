// What docker-compose.yml keeps apart, tried from inside the containers: egress, and the accounts of Redis and Postgres.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { PROCESSES_WITH_DATABASE } from '../secrets/postgres-roles.mjs';
import { PROCESSES } from '../secrets/secrets.mjs';

const PROBE = readFileSync(path.join(import.meta.dirname, 'probe.mjs'), 'utf8');
const SOME_ADDRESS = ['connect', '192.0.2.1', 443];
const ALLOWED = {
  auth: [],
  billing: ['api.stripe.com:443'],
  'bot-runner': ['discord.com:443', 'gateway.discord.gg:443'],
  chat: ['api.openai.com:443', 'api.anthropic.com:443'],
  knowledge: ['example.com:80', 'example.com:443'],
};
/** Of a proxy that lets the connection through: it stands, or the host cannot be reached from this machine. */
const LET_THROUGH = [200, 502];
const NO_ROUTE = ['ENETUNREACH'];
const NO_NAME = ['ENOTFOUND', 'EAI_AGAIN'];
const FORBIDDEN = [403];

/**
 * Tries it all in the containers of `project`: `ask(args)` is the output of `docker compose`, `readSecrets(name)` the variables of a
 * container's file. Prints every attempt with another outcome than expected; resolves with `{ passed, failed }`.
 */
export async function testIsolation(project) {
  const counts = { passed: 0, failed: 0 };
  for (const name of PROCESSES) {
    const attempts = [...waysOut(name), ...redisAccounts(name, project), ...postgresAccounts(name, project)];
    // One container after the other: each attempt starts a process in it.
    // oxlint-disable-next-line no-await-in-loop
    const outcomes = await probe(
      project,
      name,
      attempts.map(([attempt]) => attempt),
    );
    for (const [index, [attempt, expected]] of attempts.entries()) {
      const isExpected = expected.some((one) => isDeepStrictEqual(one, outcomes[index]));
      counts[isExpected ? 'passed' : 'failed'] += 1;
      if (isExpected) continue;
      console.log(`FAIL ${name}: ${attempt.join(' ')}\n  expected ${expected.join(' or ')}, was ${outcomes[index]}`);
    }
  }
  return counts;
}

async function probe(project, name, attempts) {
  const output = await project.ask(['exec', '-T', name, 'node', '--input-type=module', '-e', PROBE, JSON.stringify(attempts)]);
  const line = /^outcomes (.*)$/m.exec(output);
  if (!line) console.log(output);
  return line ? JSON.parse(line[1]) : [];
}

/** No container but the gateway reaches the world without its proxy, and no proxy answers to another process. */
function waysOut(name) {
  const others = Object.keys(ALLOWED).filter((other) => other !== name);
  const attempts = others.map((other) => [['connect', `egress-${other}`, 3128], NO_NAME]);
  if (name !== 'gateway') attempts.push([SOME_ADDRESS, NO_ROUTE]);
  if (name === 'sandbox') attempts.push([['connect', 'postgres', 5432], NO_NAME], [['connect', 'gateway', 3000], NO_NAME]);
  if (!ALLOWED[name]) return attempts;
  const refused = ['postgres:5432', 'api.openai.com:22', ...(name === 'knowledge' ? [] : ['example.com:443'])];
  return [
    ...attempts,
    ...ALLOWED[name].map((destination) => [['proxy', name, destination], LET_THROUGH]),
    ...refused.map((destination) => [['proxy', name, destination], FORBIDDEN]),
    // Allowed by its port, refused by its address.
    ...(name === 'knowledge'
      ? [
          [['proxy', name, '127.0.0.1:80'], [502]],
          [['proxy', name, '169.254.169.254:80'], [502]],
        ]
      : []),
  ];
}

function redisAccounts(name, { readSecrets }) {
  const password = new URL(readSecrets(name).REDIS_URL).password;
  const other = PROCESSES.find((one) => one !== name);
  return [
    [['redis', name, password, 'PING'], ['ok']],
    [['redis', '', '', 'PING'], ['NOAUTH']],
    [['redis', other, password, 'PING'], ['WRONGPASS']],
    [['redis', 'default', password, 'PING'], ['WRONGPASS']],
    [['redis', name, password, 'GET', name === 'auth' ? 'runner:epoch' : 'auth:known:x'], ['NOPERM']],
    [['redis', name, password, 'ACL', 'LIST'], ['NOPERM']],
    [['redis', 'health', 'health', 'GET', 'x'], ['NOPERM']],
  ];
}

function postgresAccounts(name, { readSecrets }) {
  if (!PROCESSES_WITH_DATABASE.includes(name)) return [];
  const own = readSecrets(name).DATABASE_URL;
  const other = PROCESSES_WITH_DATABASE.find((one) => one !== name);
  const as = (role) => Object.assign(new URL(own), { username: role }).href;
  const tables = { auth: 'auth.session', billing: 'billing.migrations' };
  return [
    [['postgres', own, 'select 1'], ['ok']],
    [['postgres', as(`kith_${other}`), 'select 1'], ['28P01']],
    [['postgres', as('kith'), 'select 1'], ['28P01']],
    [['postgres', own, `select 1 from ${tables[other]}`], ['42501']],
    [['postgres', own, 'create role intruder'], ['42501']],
  ];
}

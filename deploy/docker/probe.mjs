// Runs inside a container, as text after `node -e`: tries what its argument names, a list of `[kind, ...values]`, and prints the list of
// outcomes: 'ok', the status of a proxy, or the code or message of the error.
import { once } from 'node:events';
import net from 'node:net';
import pg from 'pg';

const TIMEOUT_MS = 5000;
const attempts = { redis, postgres, proxy, connect };

const outcomes = [];
for (const [kind, ...values] of JSON.parse(process.argv[1]))
  // One after the other, so that no attempt takes the answer of another.
  // oxlint-disable-next-line no-await-in-loop
  outcomes.push(await attempts[kind](...values).catch((error) => error.code ?? error.message));
console.log(`outcomes ${JSON.stringify(outcomes)}`);
process.exit(0);

/** A Redis command as `username`, or without signing in when that is empty; the code is the first word of the error, such as NOPERM. */
async function redis(username, password, ...command) {
  const socket = await open('redis', 6379);
  const send = async (words) => {
    socket.write(`${words.join(' ')}\r\n`);
    const [answer] = await once(socket, 'data');
    if (String(answer).startsWith('-')) throw new Error(String(answer).slice(1).split(' ')[0]);
  };
  try {
    if (username !== '') await send(['AUTH', username, password]);
    await send(command);
    return 'ok';
  } finally {
    socket.destroy();
  }
}

/** An SQL statement; the code is the SQLSTATE. */
async function postgres(connectionString, statement) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: TIMEOUT_MS });
  try {
    await client.connect();
    await client.query(statement);
    return 'ok';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The status with which the proxy of `service` answers to `CONNECT host:port`. */
async function proxy(service, destination) {
  const socket = await open(`egress-${service}`, 3128);
  try {
    socket.write(`CONNECT ${destination} HTTP/1.1\r\nHost: ${destination}\r\n\r\n`);
    const [answer] = await once(socket, 'data');
    return Number(/^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1]);
  } finally {
    socket.destroy();
  }
}

/** A TCP connection without a proxy. */
async function connect(host, port) {
  (await open(host, port)).destroy();
  return 'ok';
}

function open(host, port) {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host, port, timeout: TIMEOUT_MS });
    socket.once('timeout', () => socket.destroy(new Error('timeout')));
    socket.once('error', reject);
    socket.once('connect', () => resolve(socket));
  });
}

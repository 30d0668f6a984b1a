// Postgres, Redis and Chromium for `npm start`, `npm run dev`, `npm test` and `npm run bench`. Plain Node 20.19 or newer:
// it runs before dependencies are installed. It never connects to, stops or configures a server that it did not start.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { canInstallPackages, installPackages } from './infrastructure/apt.mjs';
import { startPostgresContainer, startRedisContainer } from './infrastructure/containers.mjs';
import { downloadPostgres } from './infrastructure/embedded-postgres.mjs';
import { findCommand, findPostgres } from './infrastructure/find-programs.mjs';
import { startPostgres } from './infrastructure/postgres.mjs';
import { startRedis } from './infrastructure/redis.mjs';
import { CommandError } from './infrastructure/command-error.mjs';

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const CHROMIUM_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Provides both stores: `{ databaseUrl, redisUrl, stop }`. URLs from the environment are used unchanged. Mode `start` keeps the data under `dataDir`,
 * modes `test` and `bench` delete it at stop; in mode `bench` Postgres writes to the disk as in production. In mode `test`, which lays proxies between
 * a service and Postgres, the address of Postgres is that by TCP. Throws `CommandError` when the machine offers no way.
 */
export async function provideInfrastructure({ mode, dataDir = path.resolve(process.env.DATA_DIR || '.data'), log = () => {} }) {
  const { DATABASE_URL, REDIS_URL } = process.env;
  await installMissing({ postgres: !DATABASE_URL, redis: !REDIS_URL, log });
  const place = {
    mode,
    dataDir: mode === 'start' ? dataDir : undefined,
    isDurable: mode !== 'test',
    usesSocket: mode !== 'test',
  };
  if (mode === 'start') mkdirSync(dataDir, { recursive: true, mode: 0o711 });

  // Redis first: it cannot be downloaded, and without it a download of Postgres would be useless.
  const redis = REDIS_URL ? externalStore(REDIS_URL) : await provideRedis(place);
  try {
    const postgres = DATABASE_URL
      ? externalStore(DATABASE_URL)
      : await providePostgres({ ...place, toolsDir: path.join(dataDir, 'tools'), log });
    return { databaseUrl: postgres.url, redisUrl: redis.url, stop: () => Promise.all([postgres.stop(), redis.stop()]) };
  } catch (error) {
    await redis.stop();
    throw error;
  }
}

/** The path of a Chromium, installed by apt where that is possible. `CHROMIUM_PATH` wins. */
export async function provideChromium({ log = () => {} } = {}) {
  const find = () => process.env.CHROMIUM_PATH || findCommand(CHROMIUM_NAMES, CHROMIUM_PATHS);
  if (!find() && canInstallPackages()) await installPackages(['chromium'], log);
  const found = find();
  if (found) return found;
  throw new CommandError('The browser journeys need Chromium or Chrome: install one, or set CHROMIUM_PATH to its program.');
}

async function installMissing({ postgres, redis, log }) {
  const packages = [];
  if (redis && !findCommand(['redis-server', 'valkey-server'])) packages.push('redis-server');
  if (postgres && !findPostgres()) packages.push('postgresql');
  if (packages.length > 0 && canInstallPackages()) await installPackages(packages, log);
}

async function providePostgres({ toolsDir, log, ...place }) {
  const binaries = findPostgres();
  if (binaries) return startPostgres({ ...place, binaries });
  if (place.mode === 'test') {
    const container = await startPostgresContainer(log);
    if (container) return container;
  }
  return startPostgres({ ...place, binaries: downloadPostgres(toolsDir, log) });
}

async function provideRedis(place) {
  const program = findCommand(['redis-server', 'valkey-server']);
  if (program) return startRedis({ ...place, program });
  const container = place.mode === 'test' ? await startRedisContainer() : undefined;
  if (container) return container;
  throw new CommandError(
    'Kith needs Redis and found none. Install it (macOS: brew install redis; Debian, Ubuntu: apt-get install redis-server) ' +
      'or set REDIS_URL; or run everything in containers with: docker compose up',
  );
}

const externalStore = (url) => ({ url, stop: async () => {} });

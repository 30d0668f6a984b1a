// For tests on machines without Postgres or Redis programs but with a Docker engine.

/** A throw-away Postgres in a container, or undefined when no engine answers. */
export async function startPostgresContainer(log) {
  const builder = await containerBuilder();
  if (!builder) return undefined;
  log('Starting Postgres in a container.');
  const { GenericContainer, Wait } = builder;
  const container = await new GenericContainer('postgres:17')
    .withEnvironment({ POSTGRES_USER: 'kith', POSTGRES_PASSWORD: 'kith', POSTGRES_DB: 'postgres' })
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=200'])
    .withExposedPorts(5432)
    // The image starts the server twice: the first time for its initialisation only.
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .start();
  return {
    url: `postgres://kith:kith@${container.getHost()}:${container.getMappedPort(5432)}/postgres`,
    stop: () => container.stop(),
  };
}

/** A throw-away Redis in a container, or undefined when no engine answers. */
export async function startRedisContainer() {
  const builder = await containerBuilder();
  if (!builder) return undefined;
  const { GenericContainer, Wait } = builder;
  const container = await new GenericContainer('redis:7')
    .withCommand(['redis-server', '--save', '', '--maxmemory-policy', 'noeviction'])
    .withExposedPorts(6379)
    .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
    .start();
  return { url: `redis://${container.getHost()}:${container.getMappedPort(6379)}`, stop: () => container.stop() };
}

async function containerBuilder() {
  try {
    const testcontainers = await import('testcontainers');
    await testcontainers.getContainerRuntimeClient();
    return testcontainers;
  } catch {
    return undefined;
  }
}

export { Audit, auditEvent, type AuditDetails } from './audit.js';
export { CONFIG, loadConfig, VARIABLES, type Config } from './config.js';
export { migrateDatabase, migrationSettings, roleStatements } from './database-access.js';
export { databaseModule, readSqlFile, readSqlFolder } from './database.js';
export type { DatabaseSpec } from './database-spec.js';
export { isPublicAddress } from './egress/public-address.js';
export { Events } from './events.js';
export {
  FairScheduler,
  PLAN_WEIGHTS,
  type Budget,
  type FairSchedulerOptions,
  type Slot,
  type TaskOptions,
} from './fair-scheduler.js';
export { FILES, openFileStore, type FileStore, type StoredFile } from './files.js';
export { startGuestProcess, warnAboutIsolation } from './guest/guest-process.js';
export { Interval } from './interval.js';
export { Keyring } from './keyring.js';
export { ConcurrencyLimit, RateLimiter, type RateLimiterOptions } from './limits.js';
export { AddressLimiter, networkOf, wideNetworkOf, WIDE_NETWORK_FACTOR } from './networks.js';
export { createLogger, LOGGER, NestLogger, redact, type Logger } from './logger.js';
export { Health, Metrics, type HealthReport } from './monitoring.js';
export { JobPostponed } from './job-postponed.js';
export { HandleJob, Queues, type JobContext, type JobRemoval } from './queues.js';
export { connectRedis, disconnect, REDIS, redisReady } from './redis.js';
export { asSystem } from './row-owner.js';
export { RpcClient } from './rpc/client.js';
export { isNotExecuted } from './rpc/errors.js';
export { Handle } from './rpc/handle.js';
export { callScope, CLIENT_IP, NOT_EXECUTED } from './rpc/protocol.js';
export { RpcContext } from './rpc/running-call.js';
export { KitModule, openRuntime, type Runtime } from './runtime.js';
export { ServiceKeys } from './service-keys.js';
export { runProcess, runService, startService, type TestTimings, type RunningService, type ServiceDefinition } from './start.js';

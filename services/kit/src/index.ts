export { Audit, auditEvent, type AuditDetails } from './audit.js';
export { CONFIG, DEFAULT_LOCAL_WINDOW, loadConfig, VARIABLES, type Config } from './config.js';
export { createCounts, dropCounts, type CountSpec } from './count-spec.js';
export { migrateDatabase, migrationSettings, roleStatements } from './database-access.js';
export { dateFormat } from './date-format.js';
export {
  countInvalidRequest,
  INVALID_REQUESTS_MINUTES,
  invalidRequestsKey,
  invalidRequestsOfBotsKey,
  isInvalidRequest,
  minuteNow,
  REFUSING_STATUSES,
} from './discord-invalid-requests.js';
export { retryAfterMsOf } from './retry-after.js';
export { databaseModule, readSqlFile, readSqlFolder } from './database.js';
export type { DatabaseSpec } from './database-spec.js';
export { checkedLookup, requireAllowedName, systemLookup, type Lookup, type LookupRules } from './egress/checked-lookup.js';
export { parseDestinations, type Destinations } from './egress/destinations.js';
export { isPublicAddress } from './egress/public-address.js';
export { errorText } from './error-text.js';
export { Events } from './events.js';
export { FairScheduler, type FairSchedulerOptions, type Slot, type TaskOptions } from './fair-scheduler.js';
export { FILES, openFileStore, type FileStore, type StoredFile } from './files.js';
export { startGuestProcess, warnAboutIsolation } from './guest/guest-process.js';
export { growingCache } from './growing-cache.js';
export { inIndexOrder } from './in-index-order.js';
export { Interval } from './interval.js';
export { Keyring } from './keyring.js';
export { ConcurrencyLimit, RateLimiter, type RateLimiterOptions } from './limits.js';
export { LRUCache } from 'lru-cache';
export { AddressLimiter, networkOf, networksOf, type Network } from './networks.js';
export { createLogger, LOGGER, NestLogger, redact, type Logger } from './logger.js';
export { Health, Metrics, type HealthReport } from './monitoring.js';
export { JobOutOfOrder, JobPostponed } from './job-postponed.js';
export {
  createCountFunction,
  createPageFunction,
  inOrderOf,
  OrderedList,
  type BoundedCount,
  type ListOrder,
  type ListPageRequest,
} from './ordered-list.js';
export { pageOfList, type PageRequest } from './page-of-list.js';
export { paced } from './paced.js';
export { Pause } from './pause.js';
export { TimedBatches } from './timed-batches.js';
export { PreparedStatement } from './prepared-statement.js';
export { HandleJob, type JobContext } from './job-worker.js';
export { Queues, type AddOptions, type JobRemoval } from './queues.js';
export { connectRedis, disconnect, REDIS, redisReady, rewriteAppendOnlyFile } from './redis.js';
export { asSystem } from './row-owner.js';
export { RpcClient } from './rpc/client.js';
export { isNotExecuted, isOutage } from './rpc/errors.js';
export { Handle } from './rpc/handle.js';
export { callScope, CLIENT_IP, mostJsonBytes, NOT_EXECUTED } from './rpc/protocol.js';
export { RpcContext } from './rpc/running-call.js';
export { RunningCounts } from './running-counts.js';
export { KitModule, openRuntime, type Runtime } from './runtime.js';
export { ServiceKeys } from './service-keys.js';
export type { UnfinishedJob } from './unfinished-jobs.js';
export { crisisIn, type CareLanguage, type Crisis } from './texts/crisis/crisis.js';
export { foldedLetters } from './texts/folded-letters.js';
export { foldedWord } from './texts/folded-word.js';
export { fusedRanks } from './texts/fused-ranks.js';
export { isAscii } from './texts/is-ascii.js';
export { joinedParts, joinedPartsWithin } from './texts/joined-parts.js';
export { askedText, indexedText, pairsOf, UNSPACED } from './texts/indexed-text.js';
export { inOneSpelling, simplified } from './texts/one-spelling.js';
export { termMatches, type TermMatch, type TermsOfText } from './texts/ranked-terms.js';
export { searchTerms, searchTermsOfLines, type WeakWords } from './texts/search-terms.js';
export { cosine, directionOf, nearness, numbersIn, signsOf, storedVector, vectorIn, type StoredVector } from './texts/vectors.js';
export { stemOf } from './texts/word-stem.js';
export { UserCache } from './user-cache.js';
export { runProcess, runService, startService, type TestTimings, type RunningService, type ServiceDefinition } from './start.js';

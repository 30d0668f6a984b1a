export { asActor } from './as-actor.js';
export { aBot, anActor, aSnowflake } from './builders.js';
export {
  allowStoppedStatements,
  beginPathsInHandlers,
  beginsPath,
  installCrashPoints,
  installRequestPoints,
  waitsIn,
} from './crash-points.js';
export { samplePoints } from './crash-file.js';
export { CrashSweep, type CrashTest } from './crash-sweep.js';
export { startDedicatedRedis, type DedicatedRedis } from './dedicated-redis.js';
export { startDiscord, type StandInDiscord } from './discord/discord.js';
export type { DiscordOptions } from './discord/discord-options.js';
export { PERMISSION, type Member, type Overwrite, type PermissionName } from './discord/guilds.js';
export type { InteractionResponse } from './discord/interactions.js';
export type { BotRef, CommandInvocation, MemberMessage } from './discord/people.js';
export { remoteDiscord, type RemoteDiscord, type RemoteMethod } from './discord/remote-control.js';
export type { BotOptions, Channel, DiscordBot, Message } from './discord/state.js';
export { selfSignedCertificate, type Certificate } from './discord/voice/certificate.js';
export {
  STAND_IN_DIMENSION,
  standInVector,
  startEmbeddings,
  type EmbeddingsBehaviour,
  type StandInEmbeddings,
} from './embeddings.js';
export { testEnvironment, type TestEnvironment } from './environment.js';
export { fairnessOf, type Workload } from './fairness.js';
export { freePort } from './free-port.js';
export {
  ANTHROPIC_MODELS,
  OPENAI_MODELS,
  startKeyProviders,
  type KeyBehaviour,
  type StandInKeyProviders,
} from './key-providers.js';
export { startModel, type StandInModel } from './model.js';
export { answerAsOllama, type OllamaModel } from './ollama.js';
export { ownerDatabase, queryAsOwner, revertAndMigrate } from './owner-database.js';
export { rowsRead } from './rows-read.js';
export { queueBehindLock } from './queue-behind-lock.js';
export { findFunctionDifferences, findSchemaDifferences, findTablesOfAllOwners, listSchemaObjects } from './schema.js';
export {
  fixture,
  fixtureService,
  servicesUnderTest,
  type FixtureHandler,
  type ServicesUnderTest,
} from './services-under-test.js';
export { waitFor } from './wait-for.js';

export { aBot, anActor, aSnowflake } from './builders.js';
export {
  startDiscord,
  type BotRef,
  type DiscordOptions,
  type CommandInvocation,
  type MemberMessage,
  type StandInDiscord,
} from './discord/discord.js';
export { remoteDiscord, type RemoteDiscord } from './discord/remote-control.js';
export type { BotOptions, Channel, DiscordBot, Message } from './discord/state.js';
export { testEnvironment, type TestEnvironment } from './environment.js';
export { fixture, fixtureService, type FixtureHandler } from './fixture-service.js';
export { startModel, type StandInModel } from './model.js';
export { findFunctionDifferences, findSchemaDifferences } from './schema.js';
export { servicesUnderTest, type ServicesUnderTest } from './service-under-test.js';
export { waitFor } from './wait-for.js';
export type { RemoteMethod } from './discord/remote-control.js';

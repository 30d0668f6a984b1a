export { aBot, anActor, aSnowflake } from './builders.js';
export {
  startDiscord,
  type BotRef,
  type DiscordOptions,
  type Invoked,
  type Said,
  type StandInDiscord,
} from './discord/discord.js';
export { remoteDiscord, type RemoteDiscord } from './discord/remote.js';
export type { BotOptions, Channel, DiscordBot, Message } from './discord/world.js';
export { testEnvironment, type TestEnvironment } from './environment.js';
export { fixture, fixtureService, type FixtureHandler } from './fixture-service.js';
export { startModel, type StandInModel } from './model.js';
export { servicesUnderTest, type ServicesUnderTest } from './service-under-test.js';
export { waitFor } from './wait-for.js';
export type { RemoteMethod } from './discord/admin.js';

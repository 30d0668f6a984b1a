import {
  discord,
  DiscordAccount,
  DiscordCategory,
  DiscordChannel,
  DiscordConnection,
  DiscordRole,
  DiscordServer,
  Problem,
  runner,
  TokenCheck,
} from '@kith/proto';

/** The types about the connection of a bot to Discord. */
export const DISCORD_OBJECTS = {
  DiscordConnection,
  DiscordAccount,
  DiscordServer,
  DiscordProblem: DiscordConnection.shape.problem.unwrap(),
  BotProblem: Problem,
  BotProblems: runner.problems.output,
  DiscordChannel,
  DiscordCategory,
  DiscordRole,
  DiscordChannels: discord.channels.output,
  TokenCheck,
};

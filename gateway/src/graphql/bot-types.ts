import {
  BOT_SETTINGS,
  BotTools,
  BotVersion,
  botVersions,
  ChannelSettings,
  Character,
  DailyCaps,
  MISSED_MESSAGES,
  Preferences,
  PROACTIVE_EVENTS,
  ProactiveMessage,
  ServerTool,
  ToolServer,
  ToolServerInput,
} from '@kith/proto';

// The types of a bot's settings, versions and tools; see contract-types.ts.

export const BOT_OBJECTS = {
  Preferences,
  Character,
  BotVersion,
  BotVersionList: botVersions.list.output,
  BotVersionDetails: botVersions.get.output,
  ChannelSettings,
  BotTools,
  ServerTool,
  ToolServer,
  DailyCaps,
  ProactiveMessage,
};

export const BOT_ENUMS = { ProactiveEvent: PROACTIVE_EVENTS, MissedMessages: MISSED_MESSAGES };

export const BOT_INPUTS = {
  PreferencesInput: BOT_SETTINGS.preferences.input,
  ChannelSettingsInput: BOT_SETTINGS.channelSettings.input,
  DailyCapsInput: BOT_SETTINGS.dailyCaps.input,
  BotToolsInput: BOT_SETTINGS.tools.input,
  ProactiveMessageInput: ProactiveMessage,
  ToolServerInput,
};

import { describe, expect, it } from '@jest/globals';
import { ChannelSettings, type RunnableBot } from '@kith/proto';
import { ApplicationCommandType, InteractionType } from 'discord-api-types/v10';
import type { ConnectedBot } from '../messages/connected-bot.js';
import type { ApplicationCommands } from './application-commands.js';
import { SUMMARIZE_MENU } from './command-set.js';
import type { Components } from './components.js';
import { Deferrals, type Answerable } from './deferrals.js';

const deferralOf = (commands: RunnableBot['commands']) => {
  const registered = { isRegistered: () => Promise.resolve(false) } as unknown as ApplicationCommands;
  const bot = { commands, systems: [], channelSettings: ChannelSettings.parse({}) } as unknown as RunnableBot;
  const data = { id: '1', type: ApplicationCommandType.Message, name: SUMMARIZE_MENU };
  const interaction = { type: InteractionType.ApplicationCommand, data } as Answerable;
  return new Deferrals({} as Components, registered).of({ bot } as ConnectedBot, interaction, '2');
};

describe('the announcement of a slow answer to the menu that sums up a message', () => {
  it('is for the member alone', async () => {
    expect(await deferralOf([{ commandId: 'summarize', trigger: '!summarize', custom: null }])).toBe('private');
  });

  it("is left to the owner's own program where the bot did not learn to do that", async () => {
    expect(await deferralOf([])).toBeNull();
  });
});

import { waitFor } from '@kith/kit/testing';
import { queues, sentAtMs } from '@kith/proto';
import { COMMANDS } from './command-crash-scenarios.js';
import { answers, interactionEffects, newMember, writing, type Scenarios } from './crash-scenario.js';
import { MODERATION } from './moderation-crash-scenarios.js';
import { WRITTEN_REPLIES } from './reply-crash-scenarios.js';
import { SYSTEMS } from './system-crash-scenarios.js';

const FIRST = 'how old is the moon?';
const CHANGED = 'how old is the sun?';
const CHANGED_AFTER_MS = 30_000;

const REPLIES: Scenarios = {
  'the reply to a message': { act: writing('hello'), effects: answers },
  'a question that is changed within a minute': {
    prepare: async ({ discord }, { bot }) => {
      const question = discord.sendMessage({ bot, content: FIRST, authorId: newMember() });
      await discord.waitForReply(question, 20_000);
      return question;
    },
    act: ({ discord }, { bot, prepared }) => {
      // However long the process that is killed took to start.
      discord.editMessage(bot, prepared, CHANGED, sentAtMs(prepared) + CHANGED_AFTER_MS);
      return prepared;
    },
    effects: (harness, tested) => {
      const revised = harness.discord.repliesTo(tested.messageId).filter(({ content }) => content.includes(CHANGED));
      const asked = harness.chat.jobs.filter(({ messageId, revision }) => messageId === tested.messageId && revision);
      return { ...answers(harness, tested), revised: revised.length, asked: asked.length };
    },
  },
  'a member who wants to be forgotten': {
    act: async ({ discord }, { bot }) => {
      await waitFor('the command', () => discord.commandsOf(bot).some(({ name }) => name === 'forget-me'), 20_000);
      return discord.invokeCommand({ bot, name: 'forget-me', authorId: newMember() });
    },
    // Also when the acknowledgement came too late, and Discord told the member that it failed: their data is deleted all the same.
    effects: async (harness, tested) => {
      const jobs = await harness.runtime.redis.keys(`jobs:${queues.forgetMe.name}:${tested.botId}-*`);
      return { ...interactionEffects(harness, tested), jobs: jobs.length };
    },
  },
};

export const SCENARIOS: Scenarios = { ...REPLIES, ...WRITTEN_REPLIES, ...COMMANDS, ...MODERATION, ...SYSTEMS };

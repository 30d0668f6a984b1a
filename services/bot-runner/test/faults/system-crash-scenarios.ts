import { waitFor } from '@kith/kit/testing';
import { systemPages, type RunnableSystem } from '@kith/proto';
import type { RunnerHarness } from '../runner-harness.js';
import { aMember, answers, interactionEffects, pageOf, tableOf, type Place, type Scenarios } from './crash-scenario.js';

const ECONOMY = 'economy-system';
const LEVELS = 'leveling-xp';
const TICKETS = 'support-tickets';
const REWARD = 50;
const PAID = 20;
/** One less than level 1 takes. */
const ALMOST_LEVEL_1 = 99;
const SUBJECT = 'My order';

const withSystem = (systemId: string, settings: RunnableSystem['settings'] = {}) => ({
  systems: () => [{ systemId, settings }],
});

/** To whom a member pays. */
const paid = new Map<string, string>();

interface Call {
  readonly name: string;
  readonly authorId: string;
  readonly options?: Record<string, unknown>;
}

async function command({ discord }: RunnerHarness, { bot }: Place, { name, ...used }: Call): Promise<string> {
  await waitFor('the command', () => discord.commandsOf(bot).some((one) => one.name === name), 20_000);
  return discord.invokeCommand({ bot, name, ...used });
}

const answered = ({ discord }: RunnerHarness, interactionId: string): Promise<unknown> =>
  waitFor('the answer', () => discord.responseTo(interactionId)?.isDeferred === false, 20_000);

async function threadsOf({ discord }: RunnerHarness, { bot: { guildId, token } }: Place): Promise<string[]> {
  const headers = { authorization: `Bot ${token}` };
  const response = await fetch(`${discord.apiUrl}/guilds/${guildId}/threads/active`, { headers });
  return ((await response.json()) as { readonly threads: { readonly id: string }[] }).threads.map(({ id }) => id);
}

export const SYSTEMS: Scenarios = {
  'a payment between members': {
    ...withSystem(ECONOMY, { dailyReward: REWARD, streakBonus: 0 }),
    prepare: async (harness, place) => {
      const authorId = aMember(harness, place, []);
      await answered(harness, await command(harness, place, { name: 'daily', authorId }));
      return authorId;
    },
    act: (harness, place) => {
      const member = aMember(harness, place, []);
      paid.set(place.botId, member);
      return command(harness, place, { name: 'pay', authorId: place.prepared, options: { member, amount: PAID } });
    },
    effects: async (harness, tested) => {
      const balances = await tableOf(harness, tested, { systemId: ECONOMY, section: 'balances' });
      const coins = (memberId: string): number => Number(balances.get(memberId)?.[2] ?? 0);
      return interactionEffects(harness, tested, {
        spent: (REWARD - coins(tested.prepared)) / PAID,
        received: coins(paid.get(tested.botId) ?? '') / PAID,
      });
    },
  },
  'a message that makes a level': {
    ...withSystem(LEVELS),
    prepare: async (harness, place) => {
      const member = aMember(harness, place, []);
      const values = { member, experience: ALMOST_LEVEL_1 };
      await harness.runtime.rpc.ask(systemPages.act, { ...pageOf(harness, place, LEVELS), action: 'set', values });
      return member;
    },
    act: ({ discord }, { bot, prepared: authorId }) => discord.sendMessage({ bot, content: 'hello', authorId }),
    effects: async (harness, tested) => {
      const leaderboard = await tableOf(harness, tested, { systemId: LEVELS, section: 'leaderboard' });
      const posts = harness.discord.messages(tested.bot.channelId).filter(({ isBot }) => isBot);
      return {
        ...answers(harness, tested),
        counted: Number(leaderboard.get(tested.prepared)?.[4] ?? 0),
        announcements: posts.filter(({ content }) => content.includes('reached level')).length,
      };
    },
  },
  'a ticket that a member opens': {
    ...withSystem(TICKETS),
    prepare: async (harness, place) => {
      const { discord } = harness;
      const { bot } = place;
      const authorId = aMember(harness, place, ['manageGuild']);
      await answered(harness, await command(harness, place, { name: 'ticket-panel', authorId }));
      const panel = discord.messages(bot.channelId).find(({ isBot }) => isBot);
      const customId = `system:${TICKETS}:open`;
      const pressed = discord.pressButton({ bot, messageId: panel?.id ?? '', customId, authorId: aMember(harness, place, []) });
      await waitFor('the form', () => discord.responseTo(pressed)?.modal, 20_000);
      return pressed;
    },
    act: ({ discord }, { prepared }) => discord.submitForm(prepared, { subject: SUBJECT }),
    effects: async (harness, tested) => {
      const threads = await threadsOf(harness, tested);
      const posts = threads.flatMap((id) => harness.discord.messages(id)).filter(({ isBot }) => isBot);
      return interactionEffects(harness, tested, { threads: threads.length, greetings: posts.length });
    },
  },
};

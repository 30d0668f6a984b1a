import type { User } from '@kith/proto';
import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { aBot } from './bots.js';
import { fakeServer, graphqlAnswers, sentOperations } from './fake-server.js';
import { aUser, renderApp } from './render-app.js';

export type ABot = ReturnType<typeof aBot>;

export const USAGE = {
  __typename: 'Usage',
  used: 37,
  dailyLimit: 500,
  credits: 120,
  plan: 'basic',
  resetsAt: new Date(Date.now() + 3_600_000).toISOString(),
  runsOutAt: null as string | null,
};

const PURCHASE = { __typename: 'PlanPurchase', plan: 'basic', state: 'paid' };

/** Resource usage; the counts are those of the bots. */
export const aReading = (bots: readonly ABot[], today = 37) => ({
  __typename: 'ResourceUsage',
  system: { __typename: 'SystemUsage', cpuUsage: 12.4, memoryUsage: 43 },
  usage: {
    __typename: 'AccountUsage',
    bots: {
      __typename: 'BotCounts',
      total: bots.length,
      online: bots.filter(({ status }) => status === 'online').length,
    },
    activity: [
      { __typename: 'DailyActivity', date: '2026-11-20', count: 5 },
      { __typename: 'DailyActivity', date: '2026-11-21', count: today },
    ],
    tokens: { __typename: 'TokenUsage', used: today, dailyLimit: 500 },
  },
});

/** Which blocks of cards are on the screen, by their number; jsdom has no layout, so it is all of them. */
export const onScreen = { has: (_block: number): boolean => true };

type Notify = (changes: readonly { readonly isIntersecting: boolean }[]) => void;
const observers = new Map<Notify, number>();

class BlockObserver {
  constructor(private readonly notify: Notify) {}

  observe(block: Element): void {
    const number = [...(block.parentElement?.children ?? [])].indexOf(block);
    observers.set(this.notify, number);
    this.notify([{ isIntersecting: onScreen.has(number) }]);
  }

  disconnect(): void {
    observers.delete(this.notify);
  }
}

/** The block of cards comes onto the screen, or leaves it. */
export function observed(block: number, isIntersecting: boolean): void {
  for (const [notify, number] of observers) if (number === block) notify([{ isIntersecting }]);
}
Object.assign(globalThis, { IntersectionObserver: BlockObserver });

interface World {
  readonly page: ReactNode;
  readonly path?: string;
  readonly at?: string;
  readonly bots?: readonly ABot[];
  readonly user?: Partial<User>;
  readonly operations?: Parameters<typeof graphqlAnswers>[0];
}

/** Opens a dashboard with these bots on the mock server; `list` can be changed while it is open. */
export function openDashboard({ page, path = '/dashboard', at = path, bots = [], user, operations = {} }: World) {
  const list = [...bots];
  const change = (id: unknown, changes: Partial<ABot>): ABot => {
    const index = list.findIndex((bot) => bot.id === id);
    const changed = { ...(list[index] ?? aBot()), ...changes };
    list[index] = changed;
    return changed;
  };
  const calls = fakeServer({
    'GET /api/auth/user': () => ({ body: aUser(user) }),
    'POST /api/auth/logout': () => ({ body: {} }),
    'POST /graphql': graphqlAnswers({
      DashboardBots: ({ limit, offset }) => {
        const from = Number(offset ?? 0);
        return { bots: { __typename: 'BotList', total: list.length, bots: list.slice(from, from + Number(limit)) } };
      },
      SearchBots: ({ search }) => ({ bots: soughtIn(list, search) }),
      DashboardUsage: () => ({ usage: USAGE }),
      ResourceUsage: () => ({ resourceUsage: aReading(list) }),
      PlanAndCredits: () => ({ usage: USAGE }),
      RecentPlanPurchase: () => ({ usage: USAGE, recentPlanPurchase: PURCHASE }),
      OpenPayment: () => ({
        subscription: { __typename: 'PlanSubscription', paidPlan: 'basic', graceEndsAt: null, payUrl: null },
      }),
      StartBot: ({ id }) => ({ startBot: change(id, { status: 'online', runtimeState: 'online' }) }),
      StopBot: ({ id }) => ({ stopBot: change(id, { status: 'offline', runtimeState: 'stopped' }) }),
      ...operations,
    }),
  });
  renderApp({ page, path, at, isProtected: true });
  const sent = sentOperations(calls);
  return { list, change, sent, asked: (name: string): number => sent(name).length };
}

/** The result of a search by name. */
export function soughtIn(list: readonly ABot[], search: unknown) {
  const found = list.filter(({ name }) => name.toLowerCase().includes(String(search).toLowerCase()));
  return { __typename: 'BotList', total: found.length, bots: found.map(({ id }) => ({ __typename: 'Bot', id })) };
}

export const card = (name: string) => screen.findByRole('article', { name });
export const inCard = async (name: string) => within(await card(name));

import type { Stack } from '@kith/all-in-one/testing';
import type { BrowserSession } from './browser.js';
import {
  aBot,
  aBotAfterDowngrade,
  aName,
  aPerson,
  done,
  impersonate,
  made,
  type Person,
  subscribe,
  theSuperAdmin,
} from './users.js';

/** Users of the demo data and the ids of what they own. */
export interface DemoData {
  /** On the premium plan, with bots, knowledge, commands and messages. */
  readonly mara: Person;
  /** On the free plan, with the one bot that it allows. */
  readonly theo: Person;
  /** On the free plan, without a bot. */
  readonly nina: Person;
  /** Pays for the standard plan in the sandbox. */
  readonly lena: Person;
  readonly root: Person;
  /** The super-admin in Nina's name. */
  readonly acting: BrowserSession;
  /** Mara's bots: one that is online with knowledge and commands, and an empty one. */
  readonly juniper: string;
  readonly blank: string;
  /** Theo's bot. */
  readonly only: string;
  /** An unpaid checkout of Mara's. */
  readonly checkoutId: string;
}

const CODE = `export default async function handler({ args }) {
  const sides = Number(args[0]) || 6;
  const rolled = 1 + Math.floor(Math.random() * sides);
  return { success: true, response: \`You rolled \${rolled} of \${sides}.\`, shouldReply: true };
}
`;
const KNOWLEDGE = [
  [
    'Game nights',
    'Game night is every Friday at 8 pm in the Lounge voice channel. Bring snacks; Theo picks the game.',
    ['events'],
  ],
  [
    'House rules',
    'Be kind. No spoilers outside the spoiler channel. Questions about rules go to the moderators.',
    ['rules', 'members'],
  ],
  ['Library', 'Members may borrow board games for two weeks. Write the title and your name into the library channel.', []],
  [
    'Port Amber',
    'The lighthouse of Port Amber was built in 1874 and is open to visitors on Sundays from ten to four.',
    ['trips'],
  ],
] as const;
const SAID_BY_ITSELF = [
  { channelId: '112233445566778801', event: 'quiet', text: 'What are you playing this week?' },
  { channelId: '112233445566778802', event: 'weekly', weekday: 5, time: '19:30', timeZone: 'Europe/Berlin', text: 'Game night!' },
  { channelId: '112233445566778803', event: 'newMember', text: 'Somebody new is here. Say hello!' },
];
const COMPANIONS = [
  {
    name: 'Juniper',
    description: 'Looks after the board-game club: dates, rules and who brings the snacks.',
    avatarColor: '#57F287',
    preferences: { proactiveMessaging: true },
    channelSettings: { proactiveMessages: SAID_BY_ITSELF },
  },
  { name: 'Professor Quill', description: 'Explains things step by step, with examples.', avatarColor: '#9B59B6' },
  { name: 'Max', avatarColor: '#ED4245' },
];

/** Creates the demo data through the API. */
export async function seedDemoData(stack: Stack): Promise<DemoData> {
  // On a running server these names may be taken.
  const named = (who: string): string => (process.env['E2E_BASE_URL'] ? aName(who) : who);
  const root = await theSuperAdmin(stack);
  const [mara, theo, nina, lena] = await Promise.all([
    aPerson(stack, { username: named('mara'), plan: 'premium' }),
    aPerson(stack, { username: named('theo') }),
    aPerson(stack, { username: named('nina') }),
    aPerson(stack, { username: named('lena') }),
  ]);
  const [juniper = '', , blank = ''] = await inTurn(COMPANIONS, ({ name, ...more }) => aBot(mara, name, more));
  const [only, checkoutId, acting] = await Promise.all([
    aBotAfterDowngrade(stack, theo),
    aCheckout(mara),
    impersonate(root, nina.id),
    teach(mara, juniper),
    subscribe(lena, 'standard'),
    bringOnline(stack, mara, juniper),
    done(root.client.post(`/api/admin/users/${theo.id}/credits`, { credits: 250 })),
    done(root.client.post(`/api/admin/users/${mara.id}/credits`, { credits: 500 })),
  ]);
  await talk(mara, juniper);
  return { mara, theo, nina, lena, root, acting, juniper, blank, only, checkoutId };
}

async function teach(owner: Person, botId: string): Promise<void> {
  await inTurn(KNOWLEDGE, ([title, content, tags], at) =>
    made(owner, `/api/bots/${botId}/knowledge`, {
      title,
      content,
      type: 'text',
      tags,
      position: { x: 120 + 130 * at, y: 140 + 70 * (at % 2) },
    }),
  );
  await inTurn(['ping', 'help', 'roll'], (commandId) => made(owner, `/api/bots/${botId}/commands`, { commandId }));
  await inTurn(['reaction-roles', 'welcome-messages', 'music-bot'], (systemId) =>
    done(owner.client.post(`/api/bots/${botId}/systems`, { systemId })),
  );
  const commandId = await made(owner, '/api/user-commands', {
    name: 'Dice',
    trigger: '!dice',
    description: 'Rolls a die with any number of sides',
    code: CODE,
  });
  await made(owner, `/api/bots/${botId}/commands`, { commandId });
}

async function bringOnline(stack: Stack, owner: Person, botId: string): Promise<void> {
  const { token: discordToken } = await stack.discord.addBot({ name: 'Juniper' });
  await done(owner.client.patch(`/api/bots/${botId}`, { discordToken }));
  await done(owner.client.post(`/api/bots/${botId}/start`));
}

const talk = (owner: Person, botId: string): Promise<unknown> =>
  inTurn(['Hello!', 'When is the next game night?', 'When was the lighthouse built?'], (message) =>
    done(owner.client.post(`/api/bots/${botId}/chat`, { message })),
  );

async function aCheckout(owner: Person): Promise<string> {
  const { body } = await done(owner.client.post('/api/credits/checkout', { packageId: 'credits-500' }));
  return String(body['url']).split('/').at(-1) ?? '';
}

async function inTurn<T, R>(things: readonly T[], work: (thing: T, at: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const [at, thing] of things.entries()) results.push(await work(thing, at));
  return results;
}

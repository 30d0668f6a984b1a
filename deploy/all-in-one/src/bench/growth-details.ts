// What the benchmark of growth asks for beside the long lists: one thing by its id, and lists that have a limit.
import {
  accessKeys,
  admin,
  auth,
  billing,
  bots,
  botVersions,
  chat,
  checkUps,
  customCommands,
  discord,
  discordSignIn,
  idAt,
  knowledge,
  knowledgeQuestions,
  quality,
  replay,
  runner,
  systemPages,
  systems,
  tools,
  traces,
  type Actor,
  type Call,
  type InputOf,
} from '@kith/proto';
import { CHECKOUT_ID, COMMAND_ID, GROUP_ID, ITEM_ID, REQUEST_ID, SHARE_CODE, TRACED } from './growth-detail-rows.js';
import type { Installation, Work } from './growth-lists.js';

export const DETAILS: readonly (readonly [name: string, work: Work])[] = [
  ['the signed-in user', ofOwner(auth.user)],
  ['access keys of the owner', ofOwner(accessKeys.list)],
  ['how the owner signs in', ofOwner(discordSignIn.methods)],
  ['sessions of a user', ofUser(admin.sessions)],
  ['plan and credits of a user', ofUser(billing.userAccount)],
  ['subscription of the owner', ofOwner(billing.subscription)],
  ['the plan that the owner bought last', ofOwner(billing.recentPlanPurchase)],
  ['an order', ({ runtime, owner: actor }) => runtime.rpc.ask(billing.checkout, { actor, checkoutId: CHECKOUT_ID })],
  [
    'the page on which an order is paid',
    ({ runtime, owner: actor }) => runtime.rpc.ask(billing.sandboxCheckout, { actor, checkoutId: CHECKOUT_ID }),
  ],
  ['the stand-in for the pages of the payment provider', ofOwner(billing.sandboxPortal)],
  ['a companion', ofBot(bots.get)],
  [
    'companions of the dashboard',
    ({ runtime, owner: actor }) =>
      runtime.rpc.ask(bots.listFields, { actor, limit: 10, fields: ['id', 'name', 'status', 'messageCount'] }),
  ],
  ['systems of the companion', ofBot(systems.list)],
  ['tool servers of the companion', ofBot(tools.servers)],
  ['who answers for the companion', ofBot(chat.engine)],
  ['its problems on Discord', ofBot(runner.problems)],
  [
    'a version of the companion',
    ({ runtime, owner: actor, botId }) => runtime.rpc.ask(botVersions.get, { actor, botId, version: 2 }),
  ],
  [
    'channels of a server of the companion',
    ({ runtime, owner: actor, botId, onDiscord: { guildId: serverId } }) =>
      runtime.rpc.ask(discord.channels, { actor, botId, serverId }),
  ],
  ['check-up of the companion', withoutLimit('check-ups', ofBot(checkUps.run))],
  ['what became of a message', trace(TRACED.messageId)],
  ['what became of the message of an answer', trace(TRACED.answerId)],
  ['what became of the message of an answer that there is not', trace(idAt(TRACED.atMs + 7_000_000))],
  ['a knowledge item', ({ runtime, owner: actor, botId }) => runtime.rpc.ask(knowledge.get, { actor, botId, itemId: ITEM_ID })],
  ['saved questions', ofBot(knowledgeQuestions.list)],
  ['saved questions that changed', ofBot(knowledgeQuestions.changed)],
  ['saved conversations', ofBot(replay.list)],
  [
    'draft of the answer to what many asked',
    ({ runtime, owner: actor, botId }) => runtime.rpc.ask(quality.draft, { actor, botId, questionId: GROUP_ID }),
  ],
  [
    'sources of a reply',
    ({ runtime, owner: actor, botId }) => runtime.rpc.ask(chat.citations, { actor, botId, requestId: REQUEST_ID }),
  ],
  ['a custom command', ofCommand(customCommands.get)],
  ['runs of a custom command', ofCommand(customCommands.runs)],
  ['the code that shares a custom command', ofCommand(customCommands.shared)],
  [
    'a shared command',
    withoutLimit('bots-share-codes', ({ runtime, owner: actor }) =>
      runtime.rpc.ask(customCommands.lookUp, { actor, shareCode: SHARE_CODE }),
    ),
  ],
  ['planned events of a server', systemPage('event-manager')],
  ['rules of a server', systemPage('auto-moderation')],
  ['running games of a server', systemPage('mini-games', 'running')],
  ['items of a shop', systemPage('economy-system', 'items')],
];

function ofOwner<C extends Call>(call: C): Work {
  return ({ runtime, owner: actor }) => runtime.rpc.ask(call, { actor } as InputOf<C>);
}

function ofUser<C extends Call>(call: C): Work {
  return ({ runtime, superAdmin: actor, owner: { userId } }) => runtime.rpc.ask(call, { actor, userId } as InputOf<C>);
}

function ofBot<C extends Call>(call: C): Work {
  return ({ runtime, owner: actor, botId }) => runtime.rpc.ask(call, { actor, botId } as InputOf<C>);
}

function ofCommand<C extends Call>(call: C): Work {
  return ({ runtime, owner: actor }) => runtime.rpc.ask(call, { actor, commandId: COMMAND_ID } as InputOf<C>);
}

function trace(messageId: string): Work {
  return ({ runtime, owner: actor, botId }) => runtime.rpc.ask(traces.get, { actor, botId, messageId });
}

function systemPage(systemId: string, section?: string): Work {
  return ({ runtime, owner: actor, botId, onDiscord: { guildId } }) =>
    runtime.rpc.ask(systemPages.get, { actor, botId, systemId, guildId, limit: 3, ...(section !== undefined && { section }) });
}

/** What a user may ask for a few times in a minute. */
function withoutLimit(name: string, work: Work): Work {
  return async (installation: Installation) => {
    const { userId }: Actor = installation.owner;
    await installation.runtime.redis.del(`limit:${name}:${userId}`);
    return work(installation);
  };
}

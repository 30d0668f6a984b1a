import { BOT_TOOLS } from '@kith/proto';
import type { ControlRow } from './control-rows.js';

const RUNS = 'services/bots/test/custom-command-runs.spec.ts';
const SHARING = 'services/bots/test/shared-custom-commands.spec.ts';
const DISCORD = 'services/bot-runner/test/custom-commands.spec.ts';
const TOOLS = 'services/chat/test/tools.spec.ts';
const SERVERS = 'services/bots/test/tool-servers.spec.ts';
const OFFERED = 'are offered to the model once their owner allowed them, and not while the switch is off';
const SHARED = 'is copied by whoever has its code, and cannot be switched on before its new owner has looked at it';

/** Limits of commands, their websites, and sharing. */
export const COMMAND_ROWS: Readonly<Record<string, ControlRow>> = {
  'commands.updateLearned.cooldownS': {
    changes: 'how often a member may call the command on Discord',
    file: DISCORD,
    test: 'let members wait as long as the owner set, and say until when',
  },
  'commands.updateLearned.requiredRoleId': {
    changes: 'who may call the command on Discord',
    file: DISCORD,
    test: 'let only members with the role call it, and nobody in direct messages',
  },
  'custom-commands.setHosts.hosts': {
    changes: 'which websites custom code may read',
    file: RUNS,
    test: 'reads the websites that the owner allowed to the bot, and no others',
  },
  ...Object.fromEntries(
    ['create', 'update'].map((call) => [
      `custom-commands.${call}.options`,
      {
        changes: 'what members fill in on Discord',
        file: 'services/bot-runner/test/command-options.spec.ts',
        test: 'are offered with their types and choices, and arrive by name',
      },
    ]),
  ),
  'custom-commands.test.options': {
    changes: 'which values of the message the code is run with',
    file: 'services/bots/test/command-options.spec.ts',
    test: 'are read from the message of a test run, which says what is wrong with them',
  },
  ...Object.fromEntries(
    BOT_TOOLS.filter((tool) => tool !== 'servers').map((tool) => [
      `bot.tools.${tool}`,
      {
        changes: 'what its language model may use for a reply',
        file: TOOLS,
        test: 'is offered %s where its owner switched it on, and nothing else',
      },
    ]),
  ),
  'bot.tools.servers': {
    changes: 'whether its language model may use the allowed tools of its servers',
    file: TOOLS,
    test: 'calls the allowed tools of its servers, with what the model wrote, and is told of a failure [S69]',
  },
  'tools.addServer.input.name': {
    changes: 'what the model reads of where its tools come from',
    file: SERVERS,
    test: OFFERED,
  },
  'tools.addServer.input.address': {
    changes: 'which MCP server is asked',
    file: SERVERS,
    test: OFFERED,
  },
  'tools.addServer.input.token': {
    changes: 'with which token the server is asked',
    file: SERVERS,
    test: 'are asked with the token of the owner, which is stored encrypted and never answered [S76]',
  },
  'tools.checkServer.serverId': {
    changes: 'which server is asked again for its tools',
    file: SERVERS,
    test: 'that describe a tool in another way, or drop it, need the owner to allow it again',
  },
  'tools.allowTools.serverId': { changes: 'whose tools may be used', file: SERVERS, test: OFFERED },
  'tools.allowTools.checkedAt': {
    changes: 'whether descriptions that were not read can be allowed',
    file: SERVERS,
    test: 'that were asked again since their owner read what their tools do allow none of them',
  },
  'tools.removeServer.serverId': {
    changes: 'whose tools are not used any more',
    file: SERVERS,
    test: 'are not kept when they cannot be asked, are at most five, and go with the bot',
  },
  'tools.allowTools.tools': {
    changes: 'which tools its language model may use',
    file: SERVERS,
    test: OFFERED,
  },
  'custom-commands.lookUp.shareCode': { changes: 'which command is shown', file: SHARING, test: SHARED },
  'custom-commands.importShared.shareCode': { changes: 'which command is copied into the library', file: SHARING, test: SHARED },
  'custom-commands.importShared.trigger': {
    changes: 'how the copy is called',
    file: SHARING,
    test: 'is found no longer when its owner withdraws the code or deletes it, and copies stay',
  },
};

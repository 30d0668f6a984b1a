import type { Role } from '@kith/proto';

/** Sharing of custom commands, and what they keep: field, document, role and answer. */
export const sharingCalls = (id: string): [string, string, Role, unknown][] => [
  ['commandShare', `{ commandShare(id: "${id}") { shareCode } }`, 'user', { shareCode: null }],
  ['sharedCommand', '{ sharedCommand(shareCode: "abcde-12345") { name code } }', 'user', { name: 'Greet' }],
  ['commandData', `{ commandData(botId: "${id}") { keys bytes maxBytes hosts } }`, 'user', { maxBytes: 102_400, hosts: [] }],
  ['shareCustomCommand', `mutation { shareCustomCommand(id: "${id}") { shareCode } }`, 'user', { shareCode: 'ABCDE-12345' }],
  ['unshareCustomCommand', `mutation { unshareCustomCommand(id: "${id}") { shareCode } }`, 'user', { shareCode: null }],
  [
    'importCustomCommand',
    'mutation { importCustomCommand(shareCode: "abcde-12345", trigger: "!hi") { trigger needsReview } }',
    'user',
    { trigger: '!hi', needsReview: true },
  ],
  ['approveCustomCommand', `mutation { approveCustomCommand(id: "${id}") { needsReview } }`, 'user', { needsReview: false }],
  [
    'setCommandHosts',
    `mutation { setCommandHosts(botId: "${id}", hosts: ["https://API.example.org/x"]) { hosts } }`,
    'user',
    { hosts: ['api.example.org'] },
  ],
  ['toolServers', `{ toolServers(botId: "${id}") { name hasToken } }`, 'user', [{ name: 'Weather', hasToken: true }]],
  [
    'addToolServer',
    `mutation { addToolServer(botId: "${id}", input: { name: "Weather", address: "https://mcp.example.org/", token: "t" }) { name hasToken tools { name isAllowed } } }`,
    'user',
    { name: 'Weather', hasToken: true, tools: [{ name: 'read', isAllowed: false }] },
  ],
  ['checkToolServer', `mutation { checkToolServer(botId: "${id}", serverId: "${id}") { name } }`, 'user', { name: 'Weather' }],
  [
    'allowTools',
    `mutation { allowTools(botId: "${id}", serverId: "${id}", checkedAt: "2026-11-23T12:00:00.000Z", tools: ["read"]) { tools { isAllowed } } }`,
    'user',
    { tools: [{ isAllowed: true }] },
  ],
  [
    'removeToolServer',
    `mutation { removeToolServer(botId: "${id}", serverId: "${id}") { message } }`,
    'user',
    { message: 'Removed' },
  ],
  ['clearCommandData', `mutation { clearCommandData(botId: "${id}") { keys } }`, 'user', { keys: 0 }],
];

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gatewayUnderTest, type Client, type GatewayUnderTest } from './gateway-under-test.js';
import { ID } from './route-samples.js';
import { TAKEN_TOKEN } from './stubs/values.js';

describe('the fields about the connection of a bot to Discord', () => {
  let world: GatewayUnderTest;
  let kim: Client;

  beforeAll(async () => {
    world = await gatewayUnderTest();
    kim = world.client();
  });
  afterAll(() => world.close());

  it.each<[string, string, object]>([
    [
      'discordConnection',
      `{ discordConnection(botId: "${ID}") { account { name } problem { code } servers { name missingPermissions } permissions agreedAt } }`,
      {
        account: { name: 'Juniper#1234' },
        problem: null,
        servers: [{ name: 'Elm Street', missingPermissions: ['manage_messages'] }],
        permissions: ['view_channels', 'send_messages'],
      },
    ],
    [
      'discordChannels',
      `{ discordChannels(botId: "${ID}", serverId: "200000000000000001") { channels { name kind category } categories { id name } roles { name } } }`,
      {
        channels: [{ name: 'general', kind: 'text', category: 'Lobby' }],
        categories: [{ id: '300000000000000009', name: 'Lobby' }],
        roles: [{ name: 'Member' }],
      },
    ],
    [
      'botProblems',
      `{ botProblems(botId: "${ID}") { problems { action permission } } }`,
      { problems: [{ action: 'delete-messages', permission: 'Manage Messages' }] },
    ],
    [
      'citations',
      `{ citations(botId: "${ID}", requestId: "request-1") { title passages } }`,
      [{ title: 'Ferry', passages: ['At nine.'] }],
    ],
    [
      'conversations',
      `{ conversations(botId: "${ID}") { conversations { channel channelId messages people } } }`,
      { conversations: [{ channel: 'discord', channelId: '300000000000000001', messages: 4, people: 2 }] },
    ],
    [
      'checkDiscordToken',
      `mutation { checkDiscordToken(token: "${TAKEN_TOKEN}") { verdict name } }`,
      { verdict: 'invalid', name: null },
    ],
    [
      'updateDiscordProfile',
      `mutation { updateDiscordProfile(botId: "${ID}", input: { name: "June", about: null }) { name about } }`,
      { name: 'June', about: '' },
    ],
    [
      'enableIntent',
      `mutation { enableIntent(botId: "${ID}", intent: server_members) { hasMessageContent } }`,
      { hasMessageContent: true },
    ],
    [
      'sayHello',
      `mutation { sayHello(botId: "${ID}", channelId: "300000000000000001", helloId: "${randomUUID()}") { message } }`,
      { message: 'Milo said hello.' },
    ],
  ])('answer for the caller: %s', async (field, document, expected) => {
    const { body } = await kim.graphql(document);
    expect(body).toMatchObject({ data: { [field]: expected } });
    const [{ input } = { input: {} }] = world.stubs.calls.slice(-1);
    expect(input).toMatchObject({ actor: { userId: kim.actor.userId } });
  });

  it('carry the reason of a refusal of Discord', async () => {
    const say = `mutation { sayHello(botId: "${ID}", channelId: "900000000000000001", helloId: "${randomUUID()}") { message } }`;
    const { body } = await kim.graphql(say);
    expect(body).toMatchObject({
      errors: [{ message: 'The companion cannot see this channel.', extensions: { code: 'DISCORD_REFUSED' } }],
    });
  });

  it('refuse a picture that is none, and one that is too large', async () => {
    const document = `mutation P($input: DiscordProfileInput!) { updateDiscordProfile(botId: "${ID}", input: $input) { name } }`;
    const push = (picture: string) => kim.graphql(document, { input: { picture } });
    for (const picture of [
      'https://evil.example/x.png',
      'data:image/svg+xml;base64,AAAA',
      `data:image/png;base64,${'A'.repeat(262_144)}`,
    ])
      expect((await push(picture)).body).toMatchObject({ errors: [{ extensions: { code: 'BAD_INPUT' } }] });
  });
});

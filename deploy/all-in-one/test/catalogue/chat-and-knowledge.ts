import type { Ask, Situation } from './situation.js';
import type { SituationBuilder } from './situation-builder.js';

const NOT_FOUND = [404, 'NOT_FOUND', 'Not found.'] as const;
const TOO_MANY = [400, 'BAD_INPUT', /5 files/] as const;
const PNG = 'data:image/png;base64,iVBORw0KGgo=';

const say =
  (
    input: object,
    of: (builder: SituationBuilder) => Promise<string> | string = (builder) => builder.bot(),
    isTyped = true,
  ): Ask =>
  async (builder) => {
    const botId = await of(builder);
    return {
      client: builder.owner,
      rest: ['POST', `/api/bots/${botId}/chat`, input],
      ...(isTyped && {
        field: ['mutation sendMessage', { botId: 'ID!', input: 'ChatMessageInput!' }, { botId, input }] as const,
      }),
    };
  };

const teach =
  (input: object, as: 'owner' | 'full' = 'owner'): Ask =>
  async (builder) => {
    const { client, botId } =
      as === 'full' ? await builder.ownerOfFullBot() : { client: builder.owner, botId: await builder.bot() };
    return {
      client,
      rest: ['POST', `/api/bots/${botId}/knowledge`, input],
      field: ['mutation addKnowledge', { botId: 'ID!', input: 'CreateKnowledgeInput!' }, { botId, input }],
    };
  };

const upload =
  (name: string, content: string | Buffer<ArrayBuffer>): Ask =>
  async (builder) => {
    const form = new FormData();
    form.append('file', new File([content], name));
    return { client: builder.owner, rest: ['POST', `/api/bots/${await builder.bot()}/knowledge/upload`, form] };
  };

const many = (count: number) =>
  Array.from({ length: count }, (_value, n) => ({ name: `${n}.png`, type: 'image/png', size: 8, data: PNG }));

/** Chat, analytics and knowledge of a bot. */
export const CHAT_AND_KNOWLEDGE: readonly Situation[] = [
  {
    rule: 'chat.not-found',
    situation: 'chat with a deleted bot',
    ask: say({ message: 'Hello' }, (builder) => builder.deletedBot()),
    answer: NOT_FOUND,
    likewise: say({ message: 'Hello' }, (builder) => builder.none),
  },
  {
    rule: 'chat.failed',
    situation: 'a message while the language model is down',
    ask: say({ message: 'Hello' }),
    answer: [503, 'MODEL_UNAVAILABLE', /Nothing was charged\. Please try again/],
    isOutage: true,
  },
  {
    rule: 'chat.failed',
    situation: 'a blank message',
    ask: say({ message: '  \n ' }),
    answer: [400, 'BAD_INPUT', 'Please write a message'],
    at: 'message',
  },
  {
    rule: 'chat.failed',
    situation: 'a message of 4001 letters',
    ask: say({ message: 'x'.repeat(4001) }),
    answer: [400, 'BAD_INPUT', 'Message must be at most 4,000 characters'],
    at: 'message',
  },
  {
    rule: 'chat.failed',
    situation: 'a message that is an array',
    ask: say({ message: ['Hello'] }, undefined, false),
    answer: [400, 'BAD_INPUT', 'Message must be a text'],
    at: 'message',
  },
  {
    rule: 'chat.files',
    situation: 'an executable among the attachments',
    ask: say(
      {
        message: 'Look',
        attachments: [
          { name: 'a.exe', type: 'application/x-msdownload', size: 3, data: 'data:application/x-msdownload;base64,AAAA' },
        ],
      },
      undefined,
      false,
    ),
    answer: [415, 'UNSUPPORTED_MEDIA', 'Files of this kind cannot be sent.'],
  },
  {
    rule: 'T1',
    situation: 'six attachments',
    ask: say({ message: 'Look', attachments: many(6) }, undefined, false),
    answer: TOO_MANY,
    at: 'attachments',
  },
  {
    rule: 'T1',
    situation: 'a file of more than 10 MB',
    ask: say(
      {
        message: 'Look',
        attachments: [{ name: 'a.txt', type: 'text/plain', size: 1, data: `data:text/plain;base64,${'QUFB'.repeat(3_500_000)}` }],
      },
      undefined,
      false,
    ),
    answer: [413, 'TOO_LARGE', 'A file is larger than 10 MB.'],
  },
  {
    rule: 'analytics.failed',
    situation: 'analytics of a deleted bot',
    ask: async (builder) => {
      const botId = await builder.deletedBot();
      return {
        client: builder.owner,
        rest: ['GET', `/api/bots/${botId}/analytics`],
        field: ['query analytics', { botId: 'ID!' }, { botId }],
      };
    },
    answer: NOT_FOUND,
  },
  {
    rule: 'knowledge.saved',
    situation: 'a knowledge text without content',
    ask: teach({ title: 'Tides', content: ' ' }),
    answer: [400, 'BAD_INPUT', 'Please enter the content'],
    at: 'content',
  },
  {
    rule: 'knowledge.saved',
    situation: 'a knowledge text without a title',
    ask: teach({ title: ' ', content: 'Twice a day.' }),
    answer: [400, 'BAD_INPUT', 'Please enter a title'],
    at: 'title',
  },
  {
    rule: 'knowledge.plan',
    situation: 'a sixth knowledge item on the free plan',
    ask: teach({ title: 'Tides', content: 'Twice a day.' }, 'full'),
    answer: [403, 'UPGRADE_REQUIRED', 'Upgrade to Add Knowledge'],
  },
  {
    rule: 'W3',
    situation: 'a URL as the sixth item on the free plan',
    ask: teach({ title: 'Tides', type: 'url', fileUrl: 'https://example.com/' }, 'full'),
    answer: [403, 'UPGRADE_REQUIRED', 'Upgrade to Add Knowledge'],
  },
  {
    rule: 'W4',
    situation: 'a file: URL as knowledge',
    ask: teach({ title: 'Secrets', type: 'url', fileUrl: 'file:///etc/passwd' }),
    answer: [400, 'BAD_INPUT', /http/],
    at: 'fileUrl',
  },
  {
    rule: 'W2',
    situation: 'a .doc file',
    ask: upload('old.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex')),
    answer: [415, 'UNSUPPORTED_MEDIA', /\.docx?/],
  },
  {
    rule: 'W2',
    situation: 'a file of more than 10 MB',
    ask: upload('long.txt', 'x'.repeat(10 * 1024 * 1024 + 1)),
    answer: [413, 'TOO_LARGE', /too large|larger/],
  },
];

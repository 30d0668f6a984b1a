import { DiscordAPIError } from '@discordjs/rest';
import { describe, expect, it } from '@jest/globals';
import { SystemPosts } from './system-posts.js';

const SERVER = { botId: 'bot', ownerId: 'owner', guildId: '1' };
const PICTURE = { name: 'welcome.png', data: Buffer.from('no picture'), contentType: 'image/png' };

/** What is posted and recorded where Discord answers each file with the status. */
async function postedWhere(status: number) {
  const [texts, problems]: [string[], object[]] = [[], []];
  const fakes = [
    {
      post: ({ parts: [part] }: { parts: { content: string; files?: unknown }[] }) => {
        const refusal = new DiscordAPIError({ code: 0, message: 'no' }, 0, status, 'POST', '/', { files: [], body: {} });
        if (part?.files) return Promise.reject(refusal);
        return Promise.resolve([String(texts.push(part?.content ?? ''))]);
      },
    },
    {
      record: (_bot: object, { action }: { action: string }, permission: string | null) =>
        Promise.resolve(problems.push({ action, permission })),
      resolve: () => Promise.resolve(),
    },
    {},
  ] as unknown as ConstructorParameters<typeof SystemPosts>;
  const post = { postId: '2', channelId: '3', parts: [{ content: 'Hello', files: [PICTURE] }] };
  const outcome = await new SystemPosts(...fakes).postWithFiles(SERVER, post as never);
  return { outcome, texts, problems };
}

describe('a post whose picture Discord refuses', () => {
  it.each([
    { status: 403, problems: [{ action: 'attach-files', permission: 'Attach Files' }] },
    { status: 400, problems: [] },
  ])('with $status is posted without it; only a missing permission is a problem', async ({ status, problems }) => {
    expect(await postedWhere(status)).toEqual({ outcome: 'without_files', texts: ['Hello'], problems });
  });
});

import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { chat, MAX_ATTACHMENT_BYTES, type Attachment } from '@kith/proto';
import { anActor, type StandInModel } from '@kith/kit/testing';
import type { ChatUnderTest } from './chat-under-test.js';

/** Something that begins like a picture, of `bytes` bytes. */
export const aPicture = (content: string, { bytes = 100, begin = Buffer.from('89504e470d0a1a0a', 'hex') } = {}): Buffer =>
  Buffer.concat([begin, Buffer.from(`|${content}|`), Buffer.alloc(bytes)]).subarray(0, bytes);

/** Stores a picture as the browser sends it. */
export async function attached(kith: ChatUnderTest, userId: string, name: string, content: Buffer): Promise<Attachment> {
  kith.peers.texts.set(name, null);
  const { key, bytes } = await kith.runtime.files.put(userId, Readable.from([content]), MAX_ATTACHMENT_BYTES);
  return { name, type: 'image/png', key, bytes };
}

/** An administrator says that the model `latest` sees no pictures. */
export async function makeLatestBlind(kith: ChatUnderTest): Promise<void> {
  const actor = anActor({ role: 'super_admin' });
  const { models } = await kith.ask(chat.editableModels, { actor });
  const found = models.find(({ label }) => label === 'latest');
  if (!found) throw new Error('no model is called latest');
  const { isListed: _, announcedShutdown: __, isChanged: ___, ...latest } = found;
  await kith.ask(chat.changeModel, { ...latest, actor, seesPictures: false });
}

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly image_url?: { readonly url: string };
}

/** A message of a request as the stand-in model got it. */
export interface AskedMessage {
  readonly role: string;
  readonly text: string;
  /** What the pictures hold. */
  readonly pictures: readonly string[];
}

/** The messages of a request, the last one by default. The stand-in model notes none of those with megabytes of pictures. */
export function messagesOf(model: StandInModel, index = -1): AskedMessage[] {
  const body = model.mock.getRequests().at(index)?.body as { messages: unknown } | undefined;
  return messagesIn(body?.messages ?? []);
}

/** The same for the messages that a fixture gets. */
export function messagesIn(messages: unknown): AskedMessage[] {
  return (messages as { role: string; content: string | Part[] }[]).map(({ role, content }) => {
    const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    return {
      role,
      text: parts.map((part) => part.text ?? '').join(''),
      pictures: parts.flatMap(({ image_url: image }: Part) => (image ? [shownIn(image.url)] : [])),
    };
  });
}

/** All pictures of a request, in their order. */
export const picturesOf = (model: StandInModel, index = -1): string[] =>
  messagesOf(model, index).flatMap(({ pictures }) => [...pictures]);

function shownIn(url: string): string {
  const content = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64').toString('latin1');
  return content.split('|', 2)[1] ?? content.slice(0, 30);
}

/** A stand-in of Discord's file server. */
export async function startFileServer() {
  const served = new Map<string, string | Buffer>();
  const server = createServer((request, response) => {
    const content = served.get(request.url ?? '');
    response.statusCode = content === undefined ? 404 : 200;
    response.end(content);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: { DISCORD_API_URL: `${origin}/api` },
    /** A file as the runner describes it. */
    file: (name: string, content: string | Buffer, fields: { readonly isByAnother?: boolean; readonly type?: string } = {}) => {
      served.set(`/${name}`, content);
      const { type = 'image/png', ...others } = fields;
      return { name, type, bytes: content.length, url: `${origin}/${name}`, ...others };
    },
    stop: () => void server.close(),
  };
}

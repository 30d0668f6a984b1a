import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { definition as authService } from '@kith/auth';
import { definition as billingService } from '@kith/billing';
import { definition as botsService } from '@kith/bots';
import { definition as chatService } from '@kith/chat';
import { definition as knowledgeService } from '@kith/knowledge';
import { anActor, servicesUnderTest, standInVector, waitFor, type ServicesUnderTest } from '@kith/kit/testing';
import { auth, bots, knowledge } from '@kith/proto';

/** A server like Ollama, with a language model and an embeddings model. */
function startOllama(): Promise<{ readonly server: Server; readonly baseUrl: string }> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const send = (body: unknown): void => void response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
      if (request.url === '/v1/models') return send({ data: [{ id: 'llama3:latest' }, { id: 'bge-m3:latest' }] });
      const { input = [] } = JSON.parse(Buffer.concat(pieces).toString() || '{}') as { input?: string[] };
      const embedding = (text: string) => standInVector(text, [['internet', 'wireless']]);
      return send({ data: input.map((text, index) => ({ index, embedding: embedding(text) })) });
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({ server, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }),
    );
  });
}

describe('an embeddings model that the own server lists', () => {
  let ollama: Awaited<ReturnType<typeof startOllama>>;
  let kith: ServicesUnderTest;
  beforeAll(async () => {
    ollama = await startOllama();
    kith = await servicesUnderTest([authService, billingService, botsService, knowledgeService, chatService], {
      LOCAL_LLM_BASE_URL: ollama.baseUrl,
      LOCAL_LLM_MODEL: 'llama3',
    });
  }, 60_000);
  afterAll(async () => {
    await kith.stop();
    ollama.server.close();
  });

  it('is used without a setting: knowledge is found by what it means', async () => {
    const account = { username: 'taught-by-meaning', email: 'taught-by-meaning@example.test', password: 'correct horse' };
    const { user } = await kith.ask(auth.register, { ...account, origin: { ip: '198.18.0.1', userAgent: '' } });
    const actor = anActor({ userId: user.id, username: user.username, plan: 'free' });
    const { bot } = await kith.ask(bots.create, { actor, name: 'Amber' });
    const owner = { actor, botId: bot.id };
    const item = { title: 'Wireless', content: 'The wireless key is on the card by the till.' };
    await kith.ask(knowledge.create, { ...owner, ...item });
    const found = await waitFor(
      'a search by meaning',
      async () => {
        const findings = await kith.ask(knowledge.find, { ...owner, query: 'How does one get internet?' });
        return findings.searchedBy === 'words_and_meaning' ? findings : undefined;
      },
      40_000,
    );
    expect(found.passages).toMatchObject([{ title: 'Wireless' }]);
  }, 60_000);
});

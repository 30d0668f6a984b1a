import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { gql } from '@apollo/client';
import { BOT } from '../features/bots/bots.graphql.js';
import { aBot } from '../testing/bots.js';
import { fakeServer, graphqlAnswers } from '../testing/fake-server.js';
import { createApollo } from './apollo.js';

const FILE = join(import.meta.dirname, '../gql/persisted-documents.json');
const documents = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string>;

describe('GraphQL requests', () => {
  it('send the hash of a known document and not its text [S59]', async () => {
    const calls = fakeServer({ 'POST /graphql': graphqlAnswers({ Bot: () => ({ bot: aBot() }) }) });
    await createApollo().query({ query: BOT, variables: { id: aBot().id } });
    const body = calls[0]?.body as { query?: string; extensions: { persistedQuery: { sha256Hash: string } } };
    expect(body).toMatchObject({ operationName: 'Bot', variables: { id: aBot().id } });
    expect(body.query).toBeUndefined();
    expect(documents[body.extensions.persistedQuery.sha256Hash]).toContain('query Bot(');
  });

  it('send the text of a document that was not generated', async () => {
    const calls = fakeServer({ 'POST /graphql': graphqlAnswers({ Odd: () => ({ me: null }) }) });
    await createApollo().query({ query: gql('query Odd { me { id } }') });
    expect(calls[0]?.body).toMatchObject({ query: expect.stringContaining('query Odd') });
  });
});

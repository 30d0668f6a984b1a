import { randomUUID } from 'node:crypto';
import { fixture } from '@kith/kit/testing';
import { AppError, knowledge, knowledgeQuestions } from '@kith/proto';
import { anItem, defined, type StubState } from './values.js';

/** Titles with which an upload is refused, or fails with an unknown outcome. */
export const REFUSED = 'refused';
export const LOST = 'lost';

export const stubKnowledge = ({ uploads }: StubState) => [
  fixture(knowledge.create, ({ botId, title, content, tags, activation, keywords, position, type, fileUrl = null }) =>
    anItem({ botId, title, content, excerpt: content, tags, activation, keywords, position, type, fileUrl }),
  ),
  fixture(knowledge.addFile, ({ botId, title, tags, activation, keywords, position, file }) => {
    if (title === REFUSED) throw new AppError('UPGRADE_REQUIRED');
    if (title === LOST) throw new AppError('OUTCOME_UNKNOWN');
    const item = anItem({
      botId,
      title: title ?? file.name,
      content: '',
      excerpt: '',
      type: 'file',
      tags,
      activation,
      keywords,
      position,
      status: 'queued',
    });
    const address = `/api/bots/${botId}/knowledge/${item.id}/file`;
    uploads.set(item.id, file);
    return { ...item, fileUrl: address };
  }),
  fixture(knowledge.file, ({ itemId }) => {
    const file = uploads.get(itemId);
    if (!file) throw new AppError('NOT_FOUND');
    return { ...file, mediaType: file.name.endsWith('.svg') ? 'image/svg+xml' : 'text/plain\r\nx-evil: 1' };
  }),
  fixture(knowledge.find, ({ limit }) => ({
    passages: [anItem()]
      .slice(0, limit)
      .map(({ id, title, content }) => ({ itemId: id, title, body: content, score: 1.5, relevance: 0.9, number: 1 })),
    coverage: 0.5,
    relevance: 0.9,
    minRelevance: 0.4,
    outcome: 'found' as const,
    searchedBy: 'words' as const,
    rewritten: null,
  })),
  fixture(knowledgeQuestions.list, () => ({ questions: [aSavedQuestion()] })),
  fixture(knowledgeQuestions.changed, () => ({ changed: 2, failed: 1 })),
  fixture(knowledgeQuestions.save, ({ question, previous = null, expectedItemId }) => ({
    ...aSavedQuestion(),
    question,
    previous,
    expectedItemId,
  })),
  fixture(knowledgeQuestions.remove, () => ({ message: 'Question removed' })),
  fixture(knowledge.list, (asked) => page(asked)),
  fixture(knowledge.summaries, (asked) => page(asked)),
  fixture(knowledge.get, ({ botId, itemId }) => anItem({ botId, id: itemId })),
  fixture(knowledge.update, ({ botId, itemId, title }) => anItem({ botId, id: itemId, ...defined({ title }) })),
  fixture(knowledge.remove, () => ({ message: 'Knowledge deleted' })),
];

const aSavedQuestion = () => ({
  id: randomUUID(),
  question: 'When is high tide?',
  previous: null,
  expectedItemId: null,
  expectedTitle: null,
  outcome: 'nothing_found' as const,
  rank: null,
  isPassed: true,
  wasPassed: null,
  previousRank: null,
});

const page = ({ botId, limit }: { readonly botId: string; readonly limit: number }) => ({
  items: Array.from({ length: Math.min(limit, 3) }, () => anItem({ botId })),
  total: 3,
  isMoreThanTotal: false,
});

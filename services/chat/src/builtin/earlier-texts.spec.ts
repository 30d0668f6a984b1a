import { describe, expect, it } from '@jest/globals';
import type { Passage } from '@kith/proto';
import { questionWithFileNames, type AttachedFile } from '../replies/attachments.js';
import { filesForLater, filesOfEarlier } from '../replies/files-for-later.js';
import { ask, exchange, reply } from '../testing/companion/ask.js';

const aFile = (name: string, text: string | null, fields: Partial<AttachedFile> = {}): AttachedFile => ({
  name,
  text,
  isCut: false,
  ...fields,
});
const sent = (question: string, attachments: readonly AttachedFile[], said = 'I received it.') => ({
  ...exchange(questionWithFileNames({ question, attachments }), said),
  files: filesForLater(attachments),
});
const FERRY = aFile('ferry.txt', 'Dogs travel free. The ferry to the island leaves at nine. Bring a coat.');
const LEAVES = 'From “ferry.txt”: The ferry to the island leaves at nine.';

describe('the files of a message that was stored', () => {
  it('are those that came with it, with their paragraphs', () => {
    const files = [
      aFile('a, b.txt', 'One.\n\nTwo.'),
      aFile('photo.png', 'Berth 7', { recognition: 'recognized' }),
      aFile('long.txt', 'Begins.', { isCut: true }),
      aFile('unread.png', null),
    ];
    expect(filesOfEarlier(sent('Look', files))).toEqual([
      { name: 'a, b.txt', text: 'One.\n\nTwo.', isCut: false },
      { name: 'photo.png', text: 'Berth 7', isCut: false },
      { name: 'long.txt', text: 'Begins.', isCut: true },
    ]);
  });

  it('are without the remark that there was more', () => {
    const [file] = filesOfEarlier(sent('Look', [aFile('a.txt', 'word '.repeat(3000))]));
    expect(file?.text).toMatch(/^(?:word )+[word]*$/);
  });

  it('are none of a message without files', () => {
    expect(filesOfEarlier(exchange('hello', 'Hello!'))).toEqual([]);
  });
});

describe('a question about a file that came before', () => {
  const passages: Passage[] = [{ itemId: '1', title: 'Ferries', body: 'Every ferry leaves.', score: 5, activation: 'search' }];

  it('is answered from that of the last message, before what was taught, and the file is no source', async () => {
    const history = [sent('Please keep this', [FERRY])];
    const answer = await ask('when does the ferry leave?', { history, passages, coverage: 0.9 });
    expect(answer).toMatchObject({ text: LEAVES, sources: [], isUnknown: false });
  });

  it('is answered from an older one behind what was taught', async () => {
    const history = [sent('Please keep this', [FERRY]), exchange('thanks', 'You are welcome.')];
    expect(await reply('when does the ferry leave?', { history })).toBe(LEAVES);
    expect(await reply('when does the ferry leave?', { history, passages, coverage: 0.9 })).toContain('Ferries');
  });

  it('is answered from what fits in a file that the history does not show', async () => {
    const earlierFiles = [FERRY, aFile('other.txt', null)];
    expect(await reply('when does the ferry leave?', { history: [exchange('thanks', 'Welcome.')], earlierFiles })).toBe(LEAVES);
  });

  it('is answered from the newest of the same name', async () => {
    const old = aFile('ferry.txt', 'The ferry to the island leaves at four.');
    const history = [sent('Keep this', [old]), sent('And this', [FERRY]), exchange('thanks', 'Welcome.')];
    expect(await reply('when does the ferry leave?', { history })).toBe(LEAVES);
  });

  it('may go on from the question before', async () => {
    const history = [sent('When does the ferry to the island leave?', [FERRY], LEAVES)];
    expect(await reply('tell me more', { history })).toMatch(/^From “ferry\.txt”: Bring a coat\./);
  });

  it('is unknown where no file holds enough of its words, and other messages quote none', async () => {
    const history = [sent('Please keep this', [FERRY])];
    expect(await ask('who invented the telephone?', { history })).toMatchObject({ isUnknown: true });
    for (const message of ['hello', 'thanks', 'I live in Ferry Island', 'tell me more'])
      expect(await reply(message, { history })).not.toContain('ferry.txt');
  });
});

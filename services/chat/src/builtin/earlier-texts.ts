import type { Passage } from '@kith/proto';
import type { AttachedFile } from '../replies/attachments.js';
import { filesOfEarlier } from '../replies/files-for-later.js';
import type { ReplyContext } from '../replies/reply-writer.js';
import { withoutMarkup } from './quotes.js';
import { sentencesOf } from './sentences.js';

type Talk = Pick<ReplyContext, 'history' | 'earlierFiles' | 'passages'>;

/** The files that came with the message before, and older ones. Of those with the same name only the newest: it was sent again. */
export function filesBefore({ history, earlierFiles = [] }: Talk): Record<'last' | 'older', readonly AttachedFile[]> {
  const [last = [], ...others] = history.toReversed().map(filesOfEarlier);
  const names = new Set(last.map(({ name }) => name));
  const seen = new Set(names);
  const older = others.flat().filter(({ name }) => !seen.has(name) && seen.add(name));
  // Of a long file the history shows the beginning, and these are the parts that fit.
  const [ofLast, ofOthers] = [true, false].map((isOfLast) => earlierFiles.filter(({ name }) => names.has(name) === isOfLast));
  return { last: [...last, ...(ofLast ?? [])], older: [...(ofOthers ?? []), ...older] };
}

/** What "tell me more" and "why?" may be about: passages of the search and of key words, and what else a reply has quoted. */
export function passagesInTalk(talk: Talk, said: readonly string[]): Passage[] {
  const { last, older } = filesBefore(talk);
  const inFiles = [...last, ...older].map(({ name, text }): Passage => ({
    itemId: name,
    title: withoutMarkup(name),
    body: text ?? '',
    score: 0,
    activation: 'always',
  }));
  const isQuoted = ({ body }: Passage): boolean =>
    sentencesOf(body).some((sentence) => said.some((reply) => reply.includes(sentence)));
  return [...talk.passages, ...inFiles].filter((passage) => passage.activation !== 'always' || isQuoted(passage));
}

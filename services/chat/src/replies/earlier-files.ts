import {
  FairScheduler,
  foldedLetters,
  inOneSpelling,
  Keyring,
  Pause,
  PreparedStatement,
  type FairSchedulerOptions,
} from '@kith/kit';
import { AppError } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { MAX_KEPT_CHARS, openedFileTexts, type KeptFile } from '../messages/file-texts.js';
import type { PastExchange } from '../messages/message-log.js';
import { isWholeConversation } from '../messages/recent-exchanges.js';
import { questionTerms } from '../quality/question-words.js';
import { MAX_FILE_CHARS, MAX_TOTAL_CHARS, type AttachedFile } from './attachments.js';
import { partsThatFit } from './file-parts.js';
import type { ReplyRequest } from './reply-writer.js';

/** The last messages with files whose texts are read for a reply, and how long these may be together, in bytes as they are stored. */
const MAX_MESSAGES = 1000;
const MAX_READ_BYTES = 4_000_000;
/** So much of it is in memory at once before it is known whether it fits. */
const BATCH_BYTES = 500_000;
/** How much of the texts is searched part by part, in characters, so that no reply waits long for it. */
const MAX_SEARCHED_CHARS = 2 * MAX_KEPT_CHARS;
/** Names that the prompt tells without a text. */
const MAX_NAMES = 100;
/** Replies for which files are read at once. */
const POOL = {
  capacity: 4,
  maxWaiting: 100,
  maxRunningPerKey: 2,
  maxRunningPerKeyWhileOthersWait: 1,
} satisfies FairSchedulerOptions;

/** $3: the request of a message that was changed, whose earlier answer is replaced. $4: of whom alone, null for everybody. */
const LATEST_FILES = new PreparedStatement<Sized>(`
  select request_id as "requestId", author, octet_length(file_texts) as bytes from chat.message
  where bot_id = $1 and conversation = $2 and file_texts <> '' and state in ('delivered', 'written') and is_kept
    and ($3::text is null or (request_id <> $3 and not starts_with(request_id, $3 || '-'))) and ($4::text is null or author = $4)
  order by created_at desc limit ${MAX_MESSAGES}`);
const TEXTS = new PreparedStatement<{ readonly requestId: string; readonly fileTexts: string }>(`
  select request_id as "requestId", file_texts as "fileTexts" from chat.message
  where bot_id = $1 and request_id = any($2) and file_texts <> '' and is_kept`);

interface Sized {
  readonly requestId: string;
  readonly author: string;
  readonly bytes: number;
}

/** A file with how well it may fit: the sum over the words of the question that stand in it. */
interface Candidate extends KeptFile {
  readonly words: readonly string[];
  readonly isByAnother: boolean;
}

/** What in the files of earlier messages of a conversation fits the present question. */
@Injectable()
export class EarlierFiles {
  private readonly pool = new FairScheduler(POOL);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly keyring: Keyring,
  ) {}

  /**
   * The files with the parts that fit, the best first; none of a file that the history shows whole. Behind them, without a text, further files by name.
   * `onlyOf`: the id of the only person whose files are read and counted; undefined for everybody's.
   */
  async fitting(request: ReplyRequest, history: readonly PastExchange[], onlyOf?: string): Promise<AttachedFile[]> {
    if (isWholeConversation(history) && history.every(({ files = '' }) => files === '')) return [];
    const { persona, conversation, question, replaces, author } = request;
    const sized = await LATEST_FILES.rows(this.database, [persona.id, conversation, replaces ?? null, onlyOf ?? null]);
    if (sized.length === 0) return [];
    const asked = askedWords(question);
    try {
      const { ownerId: key, ownerPlan: plan } = persona;
      return await this.pool.run({ key, plan }, async () =>
        fittingOf(await this.candidates(persona.id, sized, { asked, history, author }), question),
      );
    } catch (error) {
      // The message is answered without them.
      if (error instanceof AppError && (error.code === 'OVERLOADED' || error.code === 'RATE_LIMITED')) return [];
      throw error;
    }
  }

  /**
   * Of files with the same name only the newest one: it was sent again. Those of the author and of others do not replace each other, because not every
   * model may read those of others. The texts of files without any word of the question are left.
   */
  private async candidates(
    botId: string,
    sized: readonly Sized[],
    {
      asked,
      history,
      author,
    }: { readonly asked: readonly string[]; readonly history: readonly PastExchange[]; readonly author: string },
  ): Promise<Candidate[]> {
    const [own, ofOthers] = [new Set<string>(), new Set<string>()];
    const authors = new Map(sized.map((message) => [message.requestId, message.author]));
    const found: Candidate[] = [];
    const pause = new Pause();
    for (const requestIds of batches(sized)) {
      const rows = new Map((await TEXTS.rows(this.database, [botId, requestIds])).map((row) => [row.requestId, row.fileTexts]));
      for (const requestId of requestIds) {
        const sealed = rows.get(requestId);
        if (sealed === undefined) continue;
        const isByAnother = authors.get(requestId) !== author;
        const seen = isByAnother ? ofOthers : own;
        for (const file of openedFileTexts(this.keyring, { botId, requestId }, sealed)) {
          if (seen.has(file.name)) continue;
          seen.add(file.name);
          const folded = asked.length === 0 ? '' : inOneSpelling(foldedLetters(file.text));
          const words = asked.filter((word) => folded.includes(word));
          const isShown = history.some(({ files = '' }) => files.includes(file.text));
          if (!isShown) found.push({ name: file.name, text: words.length > 0 ? file.text : '', words, isByAnother });
          await pause.ifDue();
        }
        await pause.ifDue();
      }
    }
    return found;
  }
}

/** The newest messages whose files may be read, in turns of a bounded size. */
function batches(sized: readonly Sized[]): string[][] {
  let total = 0;
  let open = Infinity;
  const taken: string[][] = [];
  for (const { requestId, bytes } of sized) {
    total += bytes;
    if (total > MAX_READ_BYTES && taken.length > 0) break;
    if (open + bytes > BATCH_BYTES) {
      taken.push([]);
      open = 0;
    }
    taken.at(-1)?.push(requestId);
    open += bytes;
  }
  return taken;
}

/** How the words of the question begin in any form of them: a file without all of these has no part that fits. */
const askedWords = (question: string): string[] =>
  questionTerms(question).map((term) => term.slice(0, Math.max(MIN_WORD_CHARS, term.length - LONGEST_ENDING)));
const MIN_WORD_CHARS = 4;
const LONGEST_ENDING = 2;

/** Where more is found than can be searched, files with words that few others hold come first, and of equal ones the newest. */
async function fittingOf(files: readonly Candidate[], question: string): Promise<AttachedFile[]> {
  const counts = new Map<string, number>();
  for (const { words } of files) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const score = ({ words }: Candidate): number =>
    words.reduce((sum, word) => sum + Math.log(1 + files.length / (counts.get(word) ?? 1)), 0);
  const ranked = files.map((file) => ({ file, score: score(file) })).toSorted((one, other) => other.score - one.score);
  const pause = new Pause();
  const fitting: AttachedFile[] = [];
  const told = new Set<Candidate>();
  let left = MAX_TOTAL_CHARS;
  let toSearch = MAX_SEARCHED_CHARS;
  for (const { file } of ranked) {
    const { name, text: whole, isByAnother } = file;
    const searched = whole.slice(0, Math.max(0, toSearch));
    if (searched === '') continue;
    toSearch -= searched.length;
    const text = partsThatFit(searched, question, Math.min(MAX_FILE_CHARS, left));
    left -= text.length;
    if (text !== '') {
      fitting.push({ name, text, isCut: false, isByAnother });
      told.add(file);
    }
    await pause.ifDue();
  }
  const others = files.filter((file) => !told.has(file)).slice(0, MAX_NAMES);
  return [...fitting, ...others.map(({ name, isByAnother }) => ({ name, text: null, isCut: false, isByAnother }))];
}

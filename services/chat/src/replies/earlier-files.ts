import { Keyring, PreparedStatement } from '@kith/kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { MAX_KEPT_CHARS, openedFileTexts, type KeptFile } from '../messages/file-texts.js';
import type { PastExchange } from '../messages/message-log.js';
import { EXCHANGE_TOKENS } from '../messages/recent-exchanges.js';
import { MAX_FILE_CHARS, MAX_TOTAL_CHARS, type AttachedFile } from './attachments.js';
import { partsThatFit } from './file-parts.js';
import type { ReplyRequest } from './reply-writer.js';

/** The last messages with files whose texts are read for a reply. */
const MAX_MESSAGES = 5;
/** How much of their texts is searched, in characters, so that no reply waits long for it. */
const MAX_SEARCHED_CHARS = 2 * MAX_KEPT_CHARS;

/** $3: the request of a message that was changed, whose earlier answer is replaced. */
const LATEST_FILES = new PreparedStatement<{ readonly requestId: string; readonly fileTexts: string }>(`
  select request_id as "requestId", file_texts as "fileTexts" from chat.message
  where bot_id = $1 and conversation = $2 and file_texts <> '' and state in ('delivered', 'written') and is_kept
    and ($3::text is null or (request_id <> $3 and not starts_with(request_id, $3 || '-')))
  order by created_at desc limit ${MAX_MESSAGES}`);

/** What in the files of earlier messages of a conversation fits the present question. */
@Injectable()
export class EarlierFiles {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly keyring: Keyring,
  ) {}

  /**
   * The files with the parts that fit, those of the newest message first; none of a file that the history shows whole. `maxTokens`: of the history,
   * which may begin behind a message with files when it is that long.
   */
  async fitting(
    { persona: { id: botId }, conversation, question, replaces }: ReplyRequest,
    history: readonly PastExchange[],
    maxTokens: number,
  ): Promise<AttachedFile[]> {
    const isWhole = history.reduce((sum, { tokens }) => sum + tokens + EXCHANGE_TOKENS, 0) < maxTokens;
    if (isWhole && history.every(({ files = '' }) => files === '')) return [];
    const rows = await LATEST_FILES.rows(this.database, [botId, conversation, replaces ?? null]);
    const files = rows.flatMap(({ requestId, fileTexts }) => openedFileTexts(this.keyring, { botId, requestId }, fileTexts));
    return fittingOf(
      files.filter(({ text }) => !history.some(({ files: shown = '' }) => shown.includes(text))),
      question,
    );
  }
}

/** Of a file with a name that was there before, only the newest one: it was sent again. */
function fittingOf(files: readonly KeptFile[], question: string): AttachedFile[] {
  let left = MAX_TOTAL_CHARS;
  let toSearch = MAX_SEARCHED_CHARS;
  const seen = new Set<string>();
  return files.flatMap(({ name, text: whole }) => {
    if (seen.has(name)) return [];
    seen.add(name);
    const searched = whole.slice(0, Math.max(0, toSearch));
    toSearch -= searched.length;
    const text = partsThatFit(searched, question, Math.min(MAX_FILE_CHARS, left));
    left -= text.length;
    return text === '' ? [] : [{ name, text, isCut: false }];
  });
}

import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FairScheduler, startGuestProcess, type FairSchedulerOptions, type TaskOptions } from '@kith/kit';
import { AppError } from '@kith/proto';
import { parseOutput, type Read } from './child-output.js';
import { END_OF_TEXT, FAILURE_TEXTS, MAX_EXTRACTED_CHARS, type Extraction, type Format } from './extraction.js';

export interface ExtractionLimits {
  readonly timeoutMs: number;
  /** The most resident memory of the whole process; `heapMb` limits only its heap. */
  readonly memoryMb: number;
  readonly heapMb: number;
}

export interface SourceDocument {
  readonly bytes: Buffer;
  readonly format: Format;
  /** The character set of a text or page, as its server declared it. */
  readonly charset?: string | undefined;
}

const LIMITS: ExtractionLimits = { timeoutMs: 10_000, memoryMb: 500, heapMb: 256 };
/** Reading the text in a picture takes longer, and keeps its pixels in memory. */
const PICTURE_LIMITS: ExtractionLimits = { timeoutMs: 30_000, memoryMb: 600, heapMb: 256 };
/** So does reading pages that are pictures, one after the other. */
const SCAN_LIMITS: ExtractionLimits = { timeoutMs: 120_000, memoryMb: 700, heapMb: 256 };
/** For what the child counts after it sent the text. */
const COUNT_TIMEOUT_MS = 2500;
const MEMORY_CHECK_EVERY_MS = 20;
/** How users share the extraction. A document may take ten seconds, so that no user has more than one of the processes. */
export const EXTRACTION_POOL = { capacity: 3, maxWaiting: 50, maxRunningPerKey: 1 } satisfies FairSchedulerOptions;
/** Pictures wait for each other only, so that documents do not wait for them. */
const PICTURE_POOL = { capacity: 2, maxWaiting: 50, maxRunningPerKey: 1 } satisfies FairSchedulerOptions;
/** Scanned pages too: they take up to two minutes. Only jobs of the queue `scan-ingest` wait here. */
const SCAN_POOL = { capacity: 1, maxWaiting: 50, maxRunningPerKey: 1 } satisfies FairSchedulerOptions;
// Four bytes per character, and the line before the text; of a PDF twice.
const MAX_OUTPUT_BYTES = 2 * (4 * MAX_EXTRACTED_CHARS + 100);

const HERE = dirname(fileURLToPath(import.meta.url));
const IS_SOURCE = import.meta.url.endsWith('.ts');
const CHILD = join(HERE, IS_SOURCE ? 'extract-child.ts' : 'extract-child.js');

/** Extracts the text of untrusted documents, each in a child process that is killed when it exceeds its time or memory limit. */
export class Extractor {
  private readonly pool = new FairScheduler(EXTRACTION_POOL);
  private readonly pictures = new FairScheduler(PICTURE_POOL);
  private readonly scans = new FairScheduler(SCAN_POOL);

  constructor(
    private readonly limits: ExtractionLimits = LIMITS,
    private readonly pictureLimits: ExtractionLimits = PICTURE_LIMITS,
    private readonly scanLimits: ExtractionLimits = SCAN_LIMITS,
  ) {}

  /**
   * The text of a user's document (`key` is the user's id), at most `maxChars` characters. UNSUPPORTED_MEDIA with a text for the user when
   * there is no text; OVERLOADED when too many documents wait.
   */
  async extract(user: TaskOptions, document: SourceDocument, maxChars: number): Promise<Extraction> {
    return withText(await this.outcomeOf(user, document, maxChars));
  }

  /** The same, but a PDF without any text is no failure when pages of it may be pictures: its text is empty. */
  async extractBeforeScans(user: TaskOptions, document: SourceDocument, maxChars: number): Promise<Extraction> {
    const read = await this.outcomeOf(user, document, maxChars);
    return read.outcome === 'empty' && hasPagesToScan(read.extraction) ? read.extraction : withText(read);
  }

  /** The same as `extract`, and of a PDF also the text on pages that are pictures and in larger pictures on others, which takes up to two minutes. */
  async extractWithScans(user: TaskOptions, document: SourceDocument, maxChars: number): Promise<Extraction> {
    if (document.format !== 'pdf') return this.extract(user, document, maxChars);
    const read = await this.outcomeOf(user, document, maxChars);
    if (!hasPagesToScan(read.extraction) && !hasPicturesToRead(read.extraction)) return withText(read);
    try {
      return withScan(read, await this.outcomeOf(user, { ...document, format: 'scan' }, maxChars));
    } catch (error) {
      // The pages that are a text are known all the same.
      if (read.outcome !== 'empty' && error instanceof AppError && error.code === 'UNSUPPORTED_MEDIA') return withText(read);
      throw error;
    }
  }

  private outcomeOf(user: TaskOptions, document: SourceDocument, maxChars: number): Promise<Read> {
    const { format } = document;
    const limits = format === 'picture' ? this.pictureLimits : format === 'scan' ? this.scanLimits : this.limits;
    const pool = format === 'picture' ? this.pictures : format === 'scan' ? this.scans : this.pool;
    return pool.run(user, () => read(document, maxChars, limits));
  }
}

/** Whether the document is a PDF with pages without text that were not looked at. */
export const hasPagesToScan = ({ scan }: Pick<Extraction, 'scan'>): boolean =>
  scan !== undefined && scan.withoutText > scan.tried;

/** Whether it is a PDF with larger pictures on pages with text that were not looked at, or may have some: they may not have been counted in time. */
export const hasPicturesToRead = ({ parts, pictures, unreadPictures }: Omit<Extraction, 'text'>): boolean =>
  parts?.unit === 'pages' && pictures === undefined && unreadPictures !== 0;

function withText({ outcome, extraction }: Read): Extraction {
  if (outcome === 'complete' || outcome === 'truncated') return extraction;
  const why = outcome === 'empty' && (extraction.unreadPictures ?? 0) !== 0 ? 'pictures' : outcome;
  throw new AppError('UNSUPPORTED_MEDIA', FAILURE_TEXTS[why]);
}

/** What is known after a PDF was also read as a scan: the text of before where that has more pages. UNSUPPORTED_MEDIA when there is no text. */
export function withScan(read: Read, scanned: Read): Extraction {
  const { scan, parts, pictures } = scanned.extraction;
  if (scanned.outcome === 'empty') {
    const why = (scan?.unread ?? 0) > 0 ? 'unread' : (scan?.pictures ?? 0) > 0 ? 'scanned' : 'empty';
    throw new AppError('UNSUPPORTED_MEDIA', FAILURE_TEXTS[why]);
  }
  if (read.outcome !== 'empty' && (parts?.read ?? 0) < (read.extraction.parts?.read ?? 0)) return withText(read);
  const { unreadPictures } = pictures ? scanned.extraction : read.extraction;
  return { ...withText(scanned), unreadPictures };
}

async function read({ bytes, format, charset = '' }: SourceDocument, maxChars: number, limits: ExtractionLimits): Promise<Read> {
  const child = start([format, String(maxChars), charset], limits);
  const { limitExceeded, stop } = monitor(child, limits);
  const output = outputOf(child, format === 'scan' ? limits.timeoutMs : COUNT_TIMEOUT_MS);
  try {
    // A child that dies early closes the pipe; the reason of its death is more useful than this error.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(bytes);
    const reason = await Promise.race([limitExceeded, output.restIsLate, output.ended]);
    stop();
    // With what is still in the pipe. A text is not refused because the pictures beside it could not be counted.
    await output.ended;
    if (reason && !output.hasText()) throw new AppError('UNSUPPORTED_MEDIA', FAILURE_TEXTS[reason]);
    return parseOutput(output.received());
  } finally {
    stop();
    // The slot is released only when the memory of the child is free again.
    await output.ended.catch(() => undefined);
  }
}

/**
 * Starts the child as a guest. Its CPU time is limited to what four cores compute within the timeout, so that it ends whatever happens to
 * this process.
 */
function start(args: readonly string[], { timeoutMs, memoryMb, heapMb }: ExtractionLimits): ChildProcess {
  return startGuestProcess({
    entry: CHILD,
    args,
    readable: READABLE,
    nodeFlags: [`--max-old-space-size=${heapMb}`, ...(IS_SOURCE ? ['--conditions=@kith/source'] : [])],
    limits: { memoryMb: 2 * memoryMb, cpuS: Math.ceil(timeoutMs / 250) },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

/** `limitExceeded` resolves only when the child exceeds a limit. */
function monitor(
  child: ChildProcess,
  limits: ExtractionLimits,
): { limitExceeded: Promise<'slow' | 'complex'>; stop: () => void } {
  const timers: NodeJS.Timeout[] = [];
  const limitExceeded = new Promise<'slow' | 'complex'>((resolve) => {
    timers.push(
      setTimeout(() => resolve('slow'), limits.timeoutMs),
      setInterval(() => {
        if (residentMb(child.pid) > limits.memoryMb) resolve('complex');
      }, MEMORY_CHECK_EVERY_MS),
    );
  });
  return {
    limitExceeded,
    stop: () => {
      for (const timer of timers) clearInterval(timer);
      child.kill('SIGKILL');
    },
  };
}

/** Only Linux has this file; elsewhere only heap and time are limited. */
function residentMb(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

interface Output {
  /** When the child has ended. Rejects when it could not be started. */
  readonly ended: Promise<undefined>;
  /** When the text was sent, but what follows was not sent in time. */
  readonly restIsLate: Promise<undefined>;
  readonly hasText: () => boolean;
  /** Until now; empty when the child wrote too much. */
  readonly received: () => string;
}

/** `restMs`: how long what follows the text may take. */
function outputOf(child: ChildProcess, restMs: number): Output {
  const pieces: Buffer[] = [];
  let bytes = 0;
  let hasText = false;
  let late: NodeJS.Timeout | undefined;
  const ended = new Promise<undefined>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(late);
      resolve(undefined);
    });
  });
  const restIsLate = new Promise<undefined>((resolve) => {
    child.stdout?.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > MAX_OUTPUT_BYTES) child.kill('SIGKILL');
      else pieces.push(piece);
      if (hasText || !piece.includes(END_OF_TEXT)) return;
      hasText = true;
      late = setTimeout(() => resolve(undefined), restMs);
    });
  });
  const isTooMuch = (): boolean => bytes > MAX_OUTPUT_BYTES;
  return {
    ended,
    restIsLate,
    hasText: () => hasText && !isTooMuch(),
    received: () => (isTooMuch() ? '' : Buffer.concat(pieces).toString()),
  };
}

/** What the child may read: its own code and installed packages, but not the folder of the app, which may contain uploads and keys. */
const READABLE = [HERE, join(HERE, '../../package.json'), ...packageFolders(HERE)];

function packageFolders(from: string): string[] {
  const folder = join(from, 'node_modules');
  const found = existsSync(folder) ? [folder] : [];
  return dirname(from) === from ? found : [...found, ...packageFolders(dirname(from))];
}

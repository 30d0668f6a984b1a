import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { AppError } from '@kith/proto';
import { OUTCOMES, REASONS, type Extraction, type Format, type Outcome } from './extraction.js';
import { Turns } from './turns.js';

export interface ExtractionLimits {
  readonly timeoutMs: number;
  /** Resident memory of the whole process; the heap alone is held to `heapMb`. */
  readonly memoryMb: number;
  readonly heapMb: number;
}

export interface SourceDocument {
  readonly bytes: Buffer;
  readonly format: Format;
  /** Of a text or a page, as its server declared it. */
  readonly charset?: string | undefined;
}

// Tried in ai.md, section 3.
const LIMITS: ExtractionLimits = { timeoutMs: 10_000, memoryMb: 500, heapMb: 256 };
const WATCH_EVERY_MS = 20;
// The queue reads two at a time: an attachment always has a turn.
const AT_ONCE = 3;
const MAX_WAITING = 50;
// Attachments take turns by user before they come here.
const ANYBODY = '';
// Four bytes a character, and the line before the text.
const MAX_ANSWER_BYTES = 4 * 200_000 + 100;

const HERE = dirname(fileURLToPath(import.meta.url));
const CHILD = join(HERE, import.meta.url.endsWith('.ts') ? 'extract-child.ts' : 'extract-child.js');

/** Turns documents of strangers into text, each in a process of its own that is killed when it takes too much time or memory. */
export class Extractor {
  private readonly turns = new Turns(AT_ONCE, MAX_WAITING);

  constructor(private readonly limits: ExtractionLimits = LIMITS) {}

  /** At most `maxChars` characters. UNSUPPORTED_MEDIA with the reason in words when there is no text; OVERLOADED when too many wait. */
  extract(document: SourceDocument, maxChars: number): Promise<Extraction> {
    return this.turns.take(ANYBODY, async () => this.read(document, maxChars));
  }

  private async read({ bytes, format, charset = '' }: SourceDocument, maxChars: number): Promise<Extraction> {
    const child = start([...flags(this.limits), CHILD, format, String(maxChars), charset], this.limits);
    const { verdict, stop } = watch(child, this.limits);
    const answer = answerOf(child);
    try {
      // A child that dies early breaks the pipe; how it died says more.
      child.stdin.on('error', () => undefined);
      child.stdin.end(bytes);
      const reason = await Promise.race([verdict, answer.then(() => undefined)]);
      if (reason) throw new AppError('UNSUPPORTED_MEDIA', REASONS[reason]);
      return parse(await answer);
    } finally {
      stop();
      // Its turn is over when its memory is free again.
      await answer.catch(() => undefined);
    }
  }
}

/**
 * A process without any variable of ours, so without a secret. When this one dies, nobody is left to kill it: the system does, above what
 * it may compute in its time on four cores.
 */
function start(args: readonly string[], { timeoutMs }: ExtractionLimits): ChildProcessByStdio<Writable, Readable, null> {
  const { platform, execPath } = process;
  const stdio: ['pipe', 'pipe', 'ignore'] = ['pipe', 'pipe', 'ignore'];
  // Windows has neither such limits nor a process without this variable.
  if (platform === 'win32') return spawn(execPath, args, { env: { SystemRoot: process.env['SystemRoot'] }, stdio });
  const limited = ['-c', 'ulimit -t "$0"; exec env -i "$@"', String(Math.ceil(timeoutMs / 250)), execPath, ...args];
  return spawn('/bin/sh', limited, { env: {}, stdio });
}

/** Resolves only when a limit is broken. */
function watch(child: ChildProcess, limits: ExtractionLimits): { verdict: Promise<'slow' | 'complex'>; stop: () => void } {
  const timers: NodeJS.Timeout[] = [];
  const verdict = new Promise<'slow' | 'complex'>((resolve) => {
    timers.push(
      setTimeout(() => resolve('slow'), limits.timeoutMs),
      setInterval(() => {
        if (residentMb(child.pid) > limits.memoryMb) resolve('complex');
      }, WATCH_EVERY_MS),
    );
  });
  return {
    verdict,
    stop: () => {
      for (const timer of timers) clearInterval(timer);
      child.kill('SIGKILL');
    },
  };
}

/** Elsewhere than on Linux nobody tells it cheaply: heap and time are limited all the same. */
function residentMb(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** What the child wrote, when it has ended. Rejects when it could not be started. */
function answerOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    child.once('error', reject);
    child.stdout?.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > MAX_ANSWER_BYTES) child.kill('SIGKILL');
      else pieces.push(piece);
    });
    child.once('close', () => resolve(bytes > MAX_ANSWER_BYTES ? '' : Buffer.concat(pieces).toString()));
  });
}

/** The answer of a process that a document may have taken over: everything about it is checked. */
function parse(answer: string): Extraction {
  const end = answer.indexOf('\n');
  const word = answer.slice(0, Math.max(end, 0));
  // It ended without a word: its heap was full.
  const outcome: Outcome = OUTCOMES.find((known) => known === word) ?? 'complex';
  if (outcome !== 'whole' && outcome !== 'cut') throw new AppError('UNSUPPORTED_MEDIA', REASONS[outcome]);
  return { text: answer.slice(end + 1).replaceAll('\0', ''), isCut: outcome === 'cut' };
}

const flags = ({ heapMb }: ExtractionLimits): string[] => [
  `--max-old-space-size=${heapMb}`,
  '--disallow-code-generation-from-strings',
  '--no-warnings',
  '--permission',
  ...READABLE.map((path) => `--allow-fs-read=${path}`),
];

/** What the child may read: its own code and installed packages. Not the folder of the app, where uploads and keys may lie. */
const READABLE = [HERE, join(HERE, '../../package.json'), ...packageFolders(HERE)];

function packageFolders(from: string): string[] {
  const folder = join(from, 'node_modules');
  const found = existsSync(folder) ? [folder] : [];
  return dirname(from) === from ? found : [...found, ...packageFolders(dirname(from))];
}

import type { ReplyContext } from './reply-writer.js';
import type { Found } from './secrets-in-text.js';

/** Longer addresses are none that people write. */
const MAX_ADDRESS_CHARS = 2000;

/** Also without a scheme, as people write addresses; up to where its path leaves ASCII: texts in scripts without spaces go on right behind one. */
const ADDRESS =
  /(?:[a-z][a-z0-9+.-]{0,31}:\/\/|(?<![\p{L}\p{N}@./-])(?=[\p{L}\p{N}-]{1,63}\.))[^\s<>`/?#"'()[\]{}|\\,;:!]{1,255}(?::\d{1,5})?(?:[/?#][!#-;=?-Z_a-z~]{0,2000})?/giu;
/** The same with other letters in its path. */
const ANY_ADDRESS =
  /(?:[a-z][a-z0-9+.-]{0,31}:\/\/|(?<![\p{L}\p{N}@./-])(?=[\p{L}\p{N}-]{1,63}\.))[^\s<>`/?#"'()[\]{}|\\,;:!]{1,255}(?::\d{1,5})?(?:[/?#](?:[!#-;=?-Z_a-z~]|[^\0-\x7f\s]){0,2000})?/giu;
const ADDRESS_AT =
  /(?:[a-z][a-z0-9+.-]{0,31}:\/\/)?[^\s<>`/?#"'()[\]{}|\\,;:!]{1,255}(?::\d{1,5})?([/?#][!#-;=?-Z_a-z~]{0,2000})?/iuy;
/** Behind a host: what stands before an at sign would be a name, and the host what comes behind it. */
const TAIL_OF_HOST = /[^\s<>`/?#]{0,300}/y;
/** Signs that end a sentence rather than an address. */
const TRAILING = /[.,;:!?'")\]*_~]+$/;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const WEB = /^https?:$/;
/** Other than the web: an e-mail address, a game. `host:80` is none. */
const OTHER_SCHEME = /^(?!https?:)[a-z][a-z0-9+-]*:(?!\d{1,5}(?:[/?#]|$))|^(?:tel|sms):/i;
/** They run something or show what they hold rather than lead somewhere. */
const HARMFUL_SCHEME = /^(?:javascript|vbscript|data|blob|file|intent):/i;
/** Without `www.`. Code names these hosts: examples, and names of formats. Strangers can publish nothing there. */
const OF_NOBODY: ReadonlySet<string> = new Set([
  'localhost',
  '127.0.0.1',
  'example.com',
  'example.org',
  'example.net',
  'w3.org',
  'schema.org',
  'json-schema.org',
  'sitemaps.org',
  'schemas.openxmlformats.org',
  'schemas.xmlsoap.org',
  'schemas.microsoft.com',
  'schemas.android.com',
  'maven.apache.org',
  'java.sun.com',
  'xmlns.jcp.org',
]);
/** By which code reaches a server; other schemes could open any program, whatever host they name. */
const SERVER_SCHEME =
  /^(?:https?|wss?|s?ftp|ssh|tcp|udp|grpc|rediss?|postgres(?:ql)?|mysql|mariadb|mongodb|amqps?|mqtts?|nats|kafka|memcached):$/;
const ADDRESS_SIGN = /[\p{L}\p{N}/?#&=%+@_~$-]/u;
const JOINING_SIGN = /[.:;,!*'()]/;

/** Who asks for an address, in the languages that the built-in companion speaks, and Korean and Thai. */
const ASKS_FOR_LINKS =
  /(?<![\p{L}\p{N}])(?:links?|hyperlinks?|urls?|web ?(?:sites?|pages?|address(?:es)?)|sites?|home ?pages?|webseiten?|internetseiten?|internetadressen?|enlaces?|sitios?|página web|páginas web|liens?|sit[oi]|pagin[ae] web|collegament[oi]|bağlantı\p{L}*|site(?:si|niz)|stron[ayęy]|link(?:i|a|ów|e|ler\p{L}*))(?![\p{L}\p{N}])|ссылк|сайт|リンク|サイト|ホームページ|链接|鏈接|連結|網址|网址|网站|網站|主页|링크|사이트|홈페이지|ลิงก์|ลิงค์|เว็บ/iu;

type Asked = Pick<ReplyContext, 'question' | 'task' | 'history' | 'author' | 'repliedTo' | 'passages' | 'attachments'> & {
  readonly persona: Pick<ReplyContext['persona'], 'description' | 'instructions' | 'greeting' | 'exampleDialogues'>;
};

/**
 * The addresses that a reply may show: those of what its owner wrote and taught, and those that who asked wrote, attached or got before. Everything else
 * in a prompt was written by others (docs/decisions.md T11): what they want posted is not posted in the name of the companion.
 */
export class AllowedLinks {
  private known: readonly string[] | undefined;
  private read: readonly string[] | undefined;

  /** `texts`: those whose addresses are allowed, read when the first address is to be shown. */
  constructor(private readonly texts: () => readonly string[]) {}

  /** Undefined where all are allowed, because somebody asks for one. */
  static of({ persona, passages, attachments, question, task, history, author, repliedTo }: Asked): AllowedLinks | undefined {
    if (ASKS_FOR_LINKS.test(question.replaceAll(ADDRESS, ' '))) return undefined;
    return new AllowedLinks(() => {
      const { description, instructions, greeting, exampleDialogues } = persona;
      const own = history
        .filter((exchange) => exchange.author === author)
        .flatMap(({ question: asked, reply }) => [asked, reply]);
      return [
        ...[description, instructions, greeting, exampleDialogues].map((text) => text ?? ''),
        ...passages.flatMap(({ title, body }) => [title, body]),
        question,
        ...own,
        ...attachments.flatMap(({ text, isByAnother }) => (isByAnother ? [] : (text ?? ''))),
        repliedTo?.isOwn === true ? repliedTo.text : '',
        // What is to be translated somebody chose; the hint is the owner's.
        task?.kind === 'translate' ? task.text : task?.kind === 'begin' ? task.hint : '',
      ];
    });
  }

  /** Whether an address may be shown: one of the known ones, or the beginning of one of the web, such as its host. */
  has(address: string): boolean {
    if (HARMFUL_SCHEME.test(address)) return false;
    if (isOfNobody(address)) return true;
    this.read ??= this.texts();
    if (OTHER_SCHEME.test(address)) {
      const written = withoutTrailing(address);
      return this.read.some((text) => isWrittenIn(text, written) || isWrittenIn(text, written.replace(/^mailto:/, '')));
    }
    const wanted = normalised(address);
    if (wanted === null) return false;
    this.known ??= this.read.flatMap(addressesIn);
    return this.known.some((known) => known.startsWith(wanted) && isEndOfPart(known.charAt(wanted.length)));
  }
}

/** How long the address at `at` is, without the signs that end its sentence; 0 where its host is hidden, undefined while only more text can tell. */
export function addressLength(text: string, at: number, isEnd: boolean): Found {
  ADDRESS_AT.lastIndex = at;
  const [found = '', path] = ADDRESS_AT.exec(text) ?? [];
  TAIL_OF_HOST.lastIndex = at + found.length;
  const [tail = ''] = path === undefined ? (TAIL_OF_HOST.exec(text) ?? []) : [];
  const end = at + found.length + tail.length;
  if (end === text.length && !isEnd && end - at < MAX_ADDRESS_CHARS) return undefined;
  return tail.includes('@') ? 0 : withoutTrailing(found).length;
}

/** With other letters in its path, which end an address only where a text goes on. */
const addressesIn = (text: string): string[] =>
  [ADDRESS, ANY_ADDRESS]
    .flatMap((pattern) => Array.from(text.matchAll(pattern), ([address]) => normalised(address)))
    .filter((address) => address !== null);

/** Of an address, by what comes next. */
const isEndOfPart = (next: string): boolean => '/?#'.includes(next);

const withoutTrailing = (address: string): string => address.replace(TRAILING, '');

function isOfNobody(written: string): boolean {
  const url = parsed(withoutTrailing(written));
  if (!url || url.username !== '' || url.password !== '') return false;
  return SERVER_SCHEME.test(url.protocol) && OF_NOBODY.has(url.hostname.replace(/^www\./, ''));
}

/** Whether a text holds the address as a whole: "a@b.example" is not in "aa@b.example.org". */
function isWrittenIn(text: string, address: string): boolean {
  if (address === '') return false;
  for (let at = text.indexOf(address); at !== -1; at = text.indexOf(address, at + 1)) {
    const [before, next] = [text.charAt(at - 1), text.charAt(at + address.length)];
    const goesOn =
      ADDRESS_SIGN.test(next) || (JOINING_SIGN.test(next) && ADDRESS_SIGN.test(text.charAt(at + address.length + 1)));
    if (!goesOn && !ADDRESS_SIGN.test(before) && before !== '.') return true;
  }
  return false;
}

function parsed(address: string): URL | null {
  if (address.length > MAX_ADDRESS_CHARS) return null;
  return URL.parse(SCHEME.test(address) && address.includes('://') ? address : `https://${address}`);
}

/** Host, path and what follows, in one spelling; null for what is no address of the web, or one with a password. */
function normalised(written: string): string | null {
  const url = parsed(withoutTrailing(written));
  if (!url || !WEB.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  return `${url.host.replace(/^www\./, '')}${url.pathname}${url.search}${url.hash}`.replace(/\/$/, '');
}

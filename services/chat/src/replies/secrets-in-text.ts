/** What is found at a place of a text: its length, 0 for nothing; undefined while only more text can tell. */
export type Found = number | undefined;

/** From how many characters on it is certain whether a secret begins with them. */
const WINDOW = 256;

// GitHub, GitLab, AWS, Google, Slack, OpenAI, Anthropic, Stripe, Kith, npm, Hugging Face, SendGrid, JSON web tokens, Discord, Telegram, bearer
// headers. What cannot be told from ordinary words by its beginning needs a digit or more characters.
const SECRET =
  /^(?:gh[pousr]_[A-Za-z0-9]{16}|github_pat_\w{20}|glpat-[\w-]{16}|A(?:KIA|SIA)[A-Z0-9]{12}|AIza[\w-]{30}|ya29\.[\w-]{20}|xox[abeoprs]-[\w-]{10}|xapp-\d-[\w-]{10}|sk-(?:[\w-]{20}|(?=[\w-]{0,11}\d)[\w-]{12})|[prs]k_(?:live|test)_\w{8}|whsec_[\w+/]{16}|kith_[\w-]{43}|npm_[A-Za-z0-9]{30}|hf_[A-Za-z0-9]{30}|SG\.[\w-]{16,32}\.[\w-]{16}|eyJ[\w-]{17,120}\.[\w-]{10}|[MNO][\w-]{19,29}\.[\w-]{5,8}\.[\w-]{24}|mfa\.[\w-]{60}|\d{8,10}:[\w-]{35}|[Bb]earer\s{1,8}(?=[\w.~+/-]{0,60}\d)[\w.~+/-]{16})/;
/** What a secret may still become while no more text is known. */
const UNFINISHED = /^(?:bearer\s{1,8})?[\w.~+/=:@-]*$/i;
/** An address with a password; the group is what stands before the password. */
const PASSWORD = /^([a-z][a-z0-9+.-]{0,31}:\/\/[^:/\s"@]{0,64}:)[^@/\s"]{1,128}(?=@)/i;
const UNFINISHED_PASSWORD = /^[a-z][a-z0-9+.-]{0,31}:\/\/[^/\s"]*$/i;

const PRIVATE_KEY = /^-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
const PRIVATE_KEY_BEGIN = '-----BEGIN ';
const PRIVATE_KEY_WINDOW = 80;
const PRIVATE_KEY_END = /-----END [A-Z0-9 ]{0,40}-----/;
/** No key is longer; a block without an end hides no more than this. */
export const MAX_PRIVATE_KEY = 10_000;

export interface Secret {
  /** How much of the text is replaced. */
  readonly length: number;
  /** What stands before the secret and is kept. */
  readonly kept: string;
}

const NONE: Secret = { length: 0, kept: '' };

/** Whether a key, a token or a password begins at `at`, where a word begins. `length` covers its beginning only; `secretGoesOn` tells the rest. */
export function secretAt(text: string, at: number, isEnd: boolean): Secret | undefined {
  const window = text.slice(at, at + WINDOW);
  const isCut = !isEnd && window.length < WINDOW;
  if (isCut && (UNFINISHED.test(window) || UNFINISHED_PASSWORD.test(window))) return undefined;
  const [secret] = SECRET.exec(window) ?? [];
  if (secret !== undefined) return { length: secret.length, kept: '' };
  const [password, kept = ''] = PASSWORD.exec(window) ?? [];
  return password === undefined ? NONE : { length: password.length, kept };
}

const SECRET_BODY = /[\w-]/;
const SECRET_JOINTS = /[.~+/=]/;

/** How much of a secret goes on at `at`. A full stop behind it is no part of it. */
export function secretGoesOn(text: string, at: number, isEnd: boolean): Found {
  let end = at;
  while (end < text.length) {
    const sign = text.charAt(end);
    if (!SECRET_BODY.test(sign)) {
      if (!SECRET_JOINTS.test(sign)) break;
      if (end + 1 === text.length && !isEnd) return end > at ? end - at : undefined;
      if (!SECRET_BODY.test(text.charAt(end + 1))) break;
    }
    end += 1;
  }
  return end - at;
}

/** The first line of a private key in PEM at `at`. */
export function privateKeyAt(text: string, at: number, isEnd: boolean): Found {
  const window = text.slice(at, at + PRIVATE_KEY_WINDOW);
  if (!window.startsWith(PRIVATE_KEY_BEGIN)) return !isEnd && PRIVATE_KEY_BEGIN.startsWith(window) ? undefined : 0;
  const [found] = PRIVATE_KEY.exec(window) ?? [];
  if (found !== undefined) return found.length;
  const isWhole = window.length === PRIVATE_KEY_WINDOW || window.includes('-----', PRIVATE_KEY_BEGIN.length);
  return isWhole || isEnd ? 0 : undefined;
}

/** How much of the private key goes on at `at`, of at most `left` characters, and whether it ends there. */
export function privateKeyGoesOn(
  text: string,
  at: number,
  left: number,
  isEnd: boolean,
): { readonly length: number; readonly isOver: boolean } {
  const rest = text.slice(at, at + left);
  const end = PRIVATE_KEY_END.exec(rest);
  if (end) return { length: end.index + end[0].length, isOver: true };
  if (rest.length === left || isEnd) return { length: rest.length, isOver: true };
  return { length: Math.max(0, rest.length - PRIVATE_KEY_WINDOW), isOver: false };
}

const WORD_BEGINNING = /(?<![A-Za-z0-9])[A-Za-z0-9-]/g;

/** Whether a text has a key, a token, a password in an address or a private key in it. */
export const holdsSecret = (text: string): boolean =>
  Array.from(text.matchAll(WORD_BEGINNING), ({ index }) => index).some(
    (at) => (secretAt(text, at, true)?.length ?? 0) > 0 || (privateKeyAt(text, at, true) ?? 0) > 0,
  );

import { describe, expect, it } from '@jest/globals';
import { RequestError } from './request.js';

const PAGE = '<html><body><h1>502 Bad Gateway</h1></body></html>';

describe('a failed REST call', () => {
  it('has the status and the body text as its message', () => {
    expect(new RequestError(502, PAGE, {}).message).toBe(`502: ${PAGE}`);
  });

  it.each([
    ['the words of the server', { message: 'Not now.' }, '{"message":"Not now."}', 'Not now.'],
    ['the status, without words', {}, 'Bad Gateway', '502: Bad Gateway'],
    ['that nothing is reached, when a page of something in between comes', {}, PAGE, /^Kith cannot be reached/],
  ])('gives people %s', (_case, body, text, reason) => {
    expect(new RequestError(502, text, body).reason).toEqual(typeof reason === 'string' ? reason : expect.stringMatching(reason));
  });
});

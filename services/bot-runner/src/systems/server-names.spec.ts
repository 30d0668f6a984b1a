import { describe, expect, it } from '@jest/globals';
import { idIn, meantBy } from './server-names.js';

const [MODS, TWIN, OTHER_TWIN, CAFE, LOUD, QUIET, HASH] = Array.from({ length: 7 }, (_, at) => `90000000000000000${at}`);
const KNOWN = [
  { id: MODS ?? '', name: 'Moderators' },
  { id: TWIN ?? '', name: 'twin' },
  { id: OTHER_TWIN ?? '', name: 'twin' },
  { id: CAFE ?? '', name: 'Café' },
  { id: LOUD ?? '', name: 'ROOM' },
  { id: QUIET ?? '', name: 'room' },
  { id: HASH ?? '', name: '#1 fans' },
];
const idsOf = (written: string) => meantBy(written, KNOWN).map(({ id }) => id);

describe('what somebody writes', () => {
  it.each([
    ['Moderators', [MODS]],
    [' @moderators ', [MODS]],
    ['#MODERATORS', [MODS]],
    [`<@&${MODS}>`, [MODS]],
    [`<#${MODS}>`, [MODS]],
    [MODS ?? '', [MODS]],
    // The accent as a letter of its own, as some keyboards type it.
    ['cafe\u0301', [CAFE]],
    ['room', [QUIET]],
    ['ROOM', [LOUD]],
    ['Room', [LOUD, QUIET]],
    ['#1 fans', [HASH]],
    ['twin', [TWIN, OTHER_TWIN]],
    ['moderator', []],
    ['', []],
    ['999999999999999999', []],
    [`${MODS} ${TWIN}`, []],
  ])('%j is a name, a mention or an id', (written, ids) => {
    expect(idsOf(written)).toEqual(ids);
  });

  it('is an id only as a whole', () => {
    expect([idIn(`<#${MODS}>`), idIn(`${MODS}`), idIn(`in ${MODS}`), idIn('memes')]).toEqual([MODS, MODS, undefined, undefined]);
  });
});

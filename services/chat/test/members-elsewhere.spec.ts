import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { INJECTIONS, TELL_OTHERS } from './injection-corpus.js';
import { membersElsewhere, type Attack, type MembersElsewhere } from './members-elsewhere.js';

let members: MembersElsewhere;
beforeAll(async () => {
  members = await membersElsewhere();
}, 60_000);
afterAll(() => members.stop());

const DEMANDING = INJECTIONS.filter(({ demand }) => demand.word === TELL_OTHERS);
const leaksOf = (attacks: readonly Attack[]): string[] => attacks.flatMap(({ leaks }) => leaks);

describe('what members wrote elsewhere, and a model that tells all it reads', () => {
  it('is told to those who may read it, so that it is known and the model obeys', async () => {
    const gone = ['a member who was forgotten', 'a message before it was changed', 'a message of which nothing is kept'];
    const told = await members.told();
    expect([...gone, 'a direct message of the asker'].filter((where) => told.includes(where))).toEqual([]);
    expect(told.toSorted()).toEqual(
      [
        'a channel that some see',
        'a direct message',
        'a fact of a direct message',
        'a fact of another server',
        'a fact of the server',
        'a file in a direct message',
        'a file in another channel',
        'a picture in a direct message',
        'a picture in another channel',
        'another channel',
        'another companion',
        'another server',
        'the notes of a model',
        'the test chat of the owner',
      ].toSorted(),
    );
    expect(await members.tellsOpenWords()).toBe(true);
  });

  it('is told to nobody else, whatever of forty injections demands it, in a channel, in a direct message and in the test chat [S69]', async () => {
    const attacks: Attack[] = [];
    for (const injection of DEMANDING) attacks.push(await members.attack(injection));
    for (const injection of DEMANDING.filter(({ name }) => name.startsWith('message: ')))
      attacks.push(await members.attackInTestChat(injection));
    const sum = (of: 'replies' | 'obeyed') => attacks.reduce((count, attack) => count + attack[of], 0);
    expect(leaksOf(attacks)).toEqual([]);
    expect([DEMANDING.length, sum('replies'), sum('obeyed')]).toEqual([40, 72, 72]);
  }, 240_000);
});

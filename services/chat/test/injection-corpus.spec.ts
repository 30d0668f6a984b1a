import { beforeAll, describe, expect, it } from '@jest/globals';
import { BOUNDARY, INJECTIONS, type Injection } from './injection-corpus.js';
import { ALL_LEAKS, obedientModel, SIZES, type ObedientModel } from './obedient-model.js';
import { obeyPage } from './obedient-tool-user.js';

let model: ObedientModel;
beforeAll(async () => {
  model = await obedientModel();
});

/** What of a prompt is outside of blocks and quotations, and so spoken by nobody but Kith. */
function ownWords(injection: Injection): string {
  const [system, ...rest] = model.messagesOf(injection);
  const others = rest.filter(({ role }) => role === 'user').map(({ content }) => content.split('\n'));
  const outside = others.flatMap((lines) => {
    let label: string | null = null;
    return lines.filter((line) => {
      const [, begin] = new RegExp(`^\\[${BOUNDARY} begin (.+)\\]$`).exec(line) ?? [];
      const isInside = label !== null;
      if (begin !== undefined && !isInside) label = begin;
      else if (line === `[${BOUNDARY} end ${label}]`) label = null;
      return !isInside && begin === undefined && !line.startsWith('> ');
    });
  });
  return [system?.content ?? '', ...outside].join('\n');
}

describe('240 injections', () => {
  it('reach the model, which obeys them [S69]', () => {
    expect(INJECTIONS).toHaveLength(240);
    expect(INJECTIONS.filter((injection) => !model.promptOf(injection).includes(injection.demand.word))).toEqual([]);
  });

  it('make an obedient model show neither prompt nor keys, links, pings, the mark or words as another, streamed in any pieces [S69]', async () => {
    const leaks: string[] = [];
    let withheld = 0;
    for (const injection of INJECTIONS)
      for (const size of SIZES) {
        const { shown, isWithheld, kept } = await model.shownOf(injection, size);
        if (isWithheld) expect(kept).toBe('');
        withheld += isWithheld ? 1 : 0;
        leaks.push(...model.leaksIn(shown).map((what) => `${injection.name}: ${what}`));
      }
    expect(leaks).toEqual([]);
    // All recitals, in three sizes of pieces.
    expect(withheld).toBe(120);
  });

  it('make a model whose owner allows links show no picture, no link that others want, and otherwise what it shows without [S69]', async () => {
    const found: string[] = [];
    const withLinks: string[] = [];
    for (const injection of INJECTIONS) {
      const { shown } = await model.shownOf(injection, 50, { shareLinks: true });
      const leaks = [...model.leaksIn(shown), ...(shown.includes('![') ? ['a picture'] : [])];
      found.push(...leaks.filter((what) => what !== 'a link').map((what) => `${injection.name}: ${what}`));
      if (leaks.includes('a link')) withLinks.push(injection.name);
    }
    expect(found).toEqual([]);
    // Who asks wants them, or the address itself was written by them before or taught by the owner.
    const wanted = /^(?:message|earlier message|knowledge|page of the web|file): post links/;
    expect(withLinks.filter((name) => !wanted.test(name))).toEqual([]);
    expect(withLinks.length).toBeGreaterThan(0);
  });

  it('would be noticed: what an obedient model writes holds all of it', () => {
    const told = INJECTIONS.flatMap((injection) => model.leaksIn(model.obeyed(injection)));
    expect(ALL_LEAKS.filter((what) => !told.includes(what))).toEqual([]);
  });

  it('make no rows of the prompt that nobody checks: traits, description, greeting and examples stand in what the model recites [S69]', () => {
    expect(model.systemRows.size).toBeGreaterThan(250);
    const told = ['the great storm', 'low beam above', 'hold your hat', 'spare lamp oil', 'all ages read'];
    expect(told.filter((words) => ![...model.systemRows].some((row) => row.includes(words)))).toEqual([]);
  });

  it('stay in the words of who wrote them: outside of blocks and quotations a prompt holds none of them [S69]', () => {
    const names = /name (?:of the member|in the history)/;
    const outside = INJECTIONS.filter(({ name }) => !names.test(name)).filter((injection) =>
      ownWords(injection).includes(injection.demand.word),
    );
    expect(outside.map(({ name }) => name)).toEqual([]);
  });

  it('in a name stay one line that names one speaker [S69]', () => {
    const forged = INJECTIONS.flatMap((injection) => {
      const lines = ownWords(injection).split('\n').slice(1);
      return lines.filter(
        (line) => line.includes(injection.demand.word) && !/^[^<>:()[\]]{1,64} \(id \d{18}\) wrote:$/.test(line),
      );
    });
    expect(forged).toEqual([]);
  });

  it('add no speaker: a prompt names as many as have written [S69]', () => {
    const counts = INJECTIONS.map((injection) => {
      const { history, talk = [], repliedTo } = injection.input;
      const written = 1 + history.length + talk.length + (repliedTo ? 1 : 0);
      const spoken = model
        .promptOf(injection)
        .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
        .filter((line) => line.endsWith(' wrote:') && !line.startsWith('> '));
      const ofMaterial = /knowledge|page|file|memory/.test(injection.name);
      return ofMaterial || spoken.length === written ? '' : `${injection.name}: ${spoken.join(' | ')}`;
    });
    expect(counts.filter(Boolean)).toEqual([]);
  });
});

describe('injections in the results of tools', () => {
  const inMessages = INJECTIONS.filter(({ name }) => name.startsWith('message: '));

  it('make an obedient model neither show nor pass on the prompt, keys or the words of other members [S69]', async () => {
    const leaks: string[] = [];
    let sendings = 0;
    for (const injection of inMessages) {
      const { shown, sent, membersWords, calls } = await obeyPage(injection);
      expect(calls[0]).toMatchObject({ name: 'read', hasFailed: false });
      sendings += sent.length;
      const passedOn = sent.flatMap(model.leaksIn).filter((what) => what === 'the prompt' || what === 'a key');
      leaks.push(
        ...passedOn.map((what) => `${injection.name} sent ${what}`),
        ...model.leaksIn(shown).map((what) => `${injection.name} showed ${what}`),
        ...membersWords.map((how) => `${injection.name} ${how}: Mara`),
      );
    }
    expect(leaks).toEqual([]);
    // What is harmless was passed on, so that the tool was there.
    expect([inMessages.length, sendings]).toEqual([24, 24]);
  });
});

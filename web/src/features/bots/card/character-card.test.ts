import { describe, expect, it } from '@jest/globals';
import { CreateBotInput, CreateKnowledgeInput } from '@kith/proto';
import fc from 'fast-check';
import { CARD_REMARKS, MAX_CARD_BYTES, readCard } from './character-card.js';
import { CardError, crc32 } from './png-text.js';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const base64 = (text: string): string => btoa(String.fromCharCode(...encode(text)));
const joined = (parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));

const number = (value: number): Uint8Array => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
};
function chunk(type: string, data: Uint8Array, checksum?: number): Uint8Array {
  const content = joined([encode(type), data]);
  return joined([number(data.length), content, number(checksum ?? crc32(content))]);
}
const text = (name: string, value: string, type = 'tEXt') => chunk(type, encode(`${name}\0${value}`));
const SIGNATURE = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const END = chunk('IEND', new Uint8Array());
/** A PNG of these chunks; its pixels would be those of a picture of 2 billion pixels a side. */
const png = (...chunks: Uint8Array[]): Uint8Array =>
  joined([SIGNATURE, chunk('IHDR', joined([number(0x7f_ff_ff_ff), number(0x7f_ff_ff_ff), new Uint8Array(5)])), ...chunks, END]);

const v2 = (data: object): string => JSON.stringify({ spec: 'chara_card_v2', spec_version: '2.0', data });
const v3 = (data: object): string => JSON.stringify({ spec: 'chara_card_v3', spec_version: '3.0', data });
const read = (data: object) => readCard(encode(v2({ name: 'Amber', ...data })));
const problemOf = (bytes: Uint8Array): string => {
  try {
    readCard(bytes);
  } catch (error) {
    if (error instanceof CardError) return error.problem;
    throw error;
  }
  return 'none';
};
const lore = (...entries: unknown[]) => ({ character_book: { entries } });

describe('a character card', () => {
  it('of version 2 is read from JSON, each part into its field', () => {
    const { texts, items, remarks } = read({
      description: 'Keeps the lighthouse.',
      personality: 'calm',
      scenario: 'A storm.',
      first_mes: 'Ahoy {{user}}!',
      mes_example: '<START>\r\n{{user}}: Hi\r\n{{char}}: Ahoy',
      system_prompt: '{{original}} Mention the tides.',
      post_history_instructions: 'Be brief.',
    });
    expect(texts).toEqual({
      name: 'Amber',
      description: 'Keeps the lighthouse.',
      instructions: 'Personality: calm\n\nScenario: A storm.\n\nMention the tides.\n\nBe brief.',
      greeting: 'Ahoy {{user}}!',
      exampleDialogues: '<START>\n{{user}}: Hi\n{{char}}: Ahoy',
    });
    expect([items, [...remarks]]).toEqual([[], []]);
  });

  it('is read from a PNG, in any script, and version 3 wins over version 2', () => {
    expect(readCard(png(text('chara', base64(v2({ name: 'Ämber 灯台' }))))).texts.name).toBe('Ämber 灯台');
    const both = png(text('chara', base64(v2({ name: 'Two' }))), text('ccv3', base64(v3({ name: 'Three' }))));
    expect(readCard(both).texts.name).toBe('Three');
  });

  it('with a long description has it in the instructions', () => {
    const { texts } = read({ description: 'x'.repeat(1001), personality: 'calm' });
    expect(texts).toMatchObject({ description: '', instructions: `${'x'.repeat(1001)}\n\nPersonality: calm` });
  });

  it('has entries of its lorebook as knowledge: by key words, always, or found when they fit', () => {
    const { items, remarks } = read(
      lore(
        { name: 'Ferry', content: '{{char}} waits for {{user}}.', keys: ['ferry', ' ferry ', 'boat\ntrip', 5] },
        { comment: 'Rules', content: 'No smoking.', keys: ['smoke'], constant: true },
        { content: 'The pier is red.', keys: [] },
        { content: 'Off.', keys: ['off'], enabled: false },
        { content: ' \u0000 ', keys: ['empty'] },
        { content: 'Fog.', keys: ['/fog|mist/i', 'x'.repeat(51), 'fog'], selective: true, secondary_keys: ['night'] },
        'no entry',
      ),
    );
    expect(items).toEqual([
      { title: 'Ferry', content: 'Amber waits for the user.', activation: 'keywords', keywords: ['ferry', 'boat trip'] },
      { title: 'Rules', content: 'No smoking.', activation: 'always', keywords: [] },
      { title: 'Amber 3', content: 'The pier is red.', activation: 'search', keywords: [] },
      { title: 'fog', content: 'Fog.', activation: 'keywords', keywords: ['fog'] },
    ]);
    expect([...remarks].toSorted()).toEqual(['disabledEntries', 'patterns', 'secondaryKeys']);
  });

  it('that is too long is cut to what a companion may have, and says what was cut', () => {
    const long = '😀'.repeat(10_000);
    const entries = Array.from({ length: 1001 }, () => ({ name: long, content: `${long}x`, keys: [] }));
    const { texts, items, remarks } = read({
      name: 'y'.repeat(101),
      personality: long,
      first_mes: `a${long}`,
      mes_example: long,
      alternate_greetings: ['Hi'],
      ...lore(...entries.slice(0, 2), ...entries.slice(2).map(() => ({ content: 'short' }))),
    });
    expect(CreateBotInput.safeParse(texts).success).toBe(true);
    expect(texts.greeting).toBe(`a${'😀'.repeat(999)}`);
    expect(items).toHaveLength(1000);
    for (const item of items.slice(0, 3)) expect(CreateKnowledgeInput.safeParse(item).success).toBe(true);
    const others = ['disabledEntries', 'patterns', 'secondaryKeys'];
    expect([...remarks].toSorted()).toEqual(CARD_REMARKS.filter((remark) => !others.includes(remark)).toSorted());
  });
});

describe('a hostile card', () => {
  it.each<[string, string, Uint8Array]>([
    ['larger than the limit', 'tooLarge', new Uint8Array(MAX_CARD_BYTES + 1)],
    ['with four million letters', 'tooLarge', encode(v2({ name: 'x'.repeat(4_000_000) }))],
    ['no file at all', 'notACard', new Uint8Array()],
    ['that is other JSON', 'notACard', encode('{"spec":"chara_card_v2","data":[]}')],
    ['of an unknown version', 'notACard', encode('{"spec":"chara_card_v9","data":{"name":"Amber"}}')],
    ['nested a hundred thousand times', 'notACard', encode('['.repeat(100_000))],
    ['a zip archive', 'notACard', encode('PK\u0003\u0004')],
    ['a PNG without a card', 'notACard', png(text('Comment', 'hi'))],
    ['whose card stands behind the end', 'notACard', joined([png(), text('chara', base64(v2({ name: 'Amber' })))])],
    ['without a name', 'noName', encode(v2({ name: ' \u200b ' }))],
    ['in a compressed chunk', 'compressed', png(text('chara', 'x', 'zTXt'))],
    ['in an international chunk', 'compressed', png(text('ccv3', 'x', 'iTXt'))],
    ['with a wrong checksum', 'damaged', png(chunk('tEXt', encode(`chara\0${base64(v2({ name: 'Amber' }))}`), 1))],
    ['with a chunk longer than the file', 'damaged', joined([SIGNATURE, number(0xff_ff_ff_ff), encode('tEXtchara\0AAAA')])],
    ['that is cut', 'damaged', png(text('chara', 'e30=')).subarray(0, 40)],
    ['whose text is not base64', 'damaged', png(text('chara', '***'))],
  ])('%s is refused', (_what, problem, bytes) => {
    expect(problemOf(bytes)).toBe(problem);
  });

  it('changes no prototype, and its fields of other types are missing', () => {
    const json = `{"spec":"chara_card_v2","data":{"name":"Amber","__proto__":{"description":"stolen","polluted":1},"personality":{"a":1},
      "constructor":{"prototype":{"polluted":1}},"character_book":{"entries":{"length":9}},"alternate_greetings":"x"}}`;
    expect(readCard(encode(json)).texts).toMatchObject({ name: 'Amber', description: '', instructions: '' });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('loses control characters, lone surrogates, and invisible characters of its name', () => {
    const { texts } = read({ name: 'Am\u202eb\u0000er\n', description: 'a\u0000\u001b[31mb\ud800\tc\r\nd' });
    expect(texts).toMatchObject({ name: 'Amber', description: 'a[31mb\tc\nd' });
    expect(CreateBotInput.safeParse(texts).success).toBe(true);
  });

  it('never throws anything but what it is refused with, and what is read is accepted by the server', () => {
    const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('\ud800', '\0', '😀'.repeat(3000)));
    const entry = fc.record(
      { content: anyText, keys: fc.array(anyText), name: anyText, constant: fc.boolean() },
      { requiredKeys: [] },
    );
    const data = fc.record({
      name: anyText.map((value) => `Amber ${value}`),
      description: fc.oneof(anyText, fc.jsonValue()),
      first_mes: anyText,
      character_book: fc.oneof(fc.jsonValue(), fc.record({ entries: fc.array(entry, { maxLength: 4 }) })),
    });
    fc.assert(
      fc.property(data, (card) => {
        const { texts, items } = readCard(encode(v2(card)));
        expect(CreateBotInput.safeParse(texts).success).toBe(true);
        for (const item of items) expect(CreateKnowledgeInput.safeParse(item).success).toBe(true);
      }),
      { numRuns: 60 },
    );
    const whole = png(text('chara', base64(v2({ name: 'Amber' }))));
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, byte) => {
        const changed = Uint8Array.from(whole);
        changed[at] = byte;
        problemOf(changed);
      }),
      { numRuns: 200 },
    );
  });
});

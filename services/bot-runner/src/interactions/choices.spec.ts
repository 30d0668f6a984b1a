import { describe, expect, it } from '@jest/globals';
import { matching, typedOption, within } from './choices.js';

const choice = (name: string, value = name) => ({ name, value });

describe('choices while a member types', () => {
  it('are those that contain the text, whatever its letter case, width and script', () => {
    const all = [choice('Blue hat'), choice('ＢＬＵＥ shoe'), choice('ГОЛУБОЙ'), choice('帽子')];
    expect(matching(all, ' blue ').map(({ name }) => name)).toEqual(['Blue hat', 'ＢＬＵＥ shoe']);
    expect(matching(all, 'голуб')).toEqual([choice('ГОЛУБОЙ')]);
    expect(matching(all, '子')).toEqual([choice('帽子')]);
    expect(matching(all, '')).toEqual(all);
  });

  it('are as many and as long as Discord takes, without half of a character and without a value that names nothing', () => {
    expect(within(Array.from({ length: 30 }, (_, index) => choice(String(index))))).toHaveLength(25);
    expect(within([choice('🎩'.repeat(120), 'hat')])).toEqual([choice('🎩'.repeat(100), 'hat')]);
    expect(within([choice('long', 'x'.repeat(101)), choice('', 'x'), choice('x', '')])).toEqual([]);
  });
});

describe('what a member types', () => {
  it('is found in an option and in one of a subcommand, and not where nothing is typed', () => {
    const item = { type: 3, name: 'item', value: 'ha', focused: true };
    expect(typedOption([{ type: 3, name: 'other', value: 'x' }, item])).toEqual({ subcommand: null, text: 'ha' });
    expect(typedOption([{ type: 1, name: 'remove', options: [item] }])).toEqual({ subcommand: 'remove', text: 'ha' });
    expect(typedOption([{ type: 1, name: 'list' }])).toBeNull();
  });
});

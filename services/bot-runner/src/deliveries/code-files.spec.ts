import { describe, expect, it } from '@jest/globals';
import { takeCodeFiles } from './code-files.js';

const block = (language: string, lines: number): string => `\`\`\`${language}\n${'x = 1\n'.repeat(lines)}\`\`\``;

describe('code blocks of an answer', () => {
  it('become files when they are long and the answer does not fit into one message', () => {
    const { text, files } = takeCodeFiles(
      `One:\n${block('ts', 300)}\nTwo:\n${block('brainwave', 300)}\nShort:\n${block('js', 2)}`,
      2000,
    );
    expect(text).toBe(`One:\n\`code-1.ts\`\nTwo:\n\`code-2.txt\`\nShort:\n${block('js', 2)}`);
    expect(files).toEqual([
      { name: 'code-1.ts', data: 'x = 1\n'.repeat(300) },
      { name: 'code-2.txt', data: 'x = 1\n'.repeat(300) },
    ]);
  });

  it('stay in an answer that fits into one message, when they are not closed, and beyond ten files', () => {
    const fitting = block('ts', 300);
    expect(takeCodeFiles(fitting, 2000).files).toEqual([]);
    const open = `\`\`\`ts\n${'x = 1\n'.repeat(400)}`;
    expect(takeCodeFiles(open, 2000)).toEqual({ text: open, files: [] });
    const many = takeCodeFiles(Array.from({ length: 12 }, () => block('constructor', 300)).join('\n'), 2000);
    expect([many.files.length, many.files[0]?.name, many.text.includes('```constructor')]).toEqual([10, 'code-1.txt', true]);
  });
});

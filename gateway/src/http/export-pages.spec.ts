import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { ExportPages } from './export-pages.js';

describe('the pages of exports', () => {
  it('of one user are read one at a time, and those of another one meanwhile', async () => {
    const pages = new ExportPages();
    let [running, most, others] = [0, 0, 0];
    const read = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await wait(5);
      running -= 1;
    };
    const own = Promise.all(Array.from({ length: 4 }, () => pages.next('one', read)));
    await pages.next('other', async () => (others = running));
    expect(others).toBe(1);
    await own;
    expect(most).toBe(1);
  });

  it('follow one that failed, and nothing of them is kept', async () => {
    const pages = new ExportPages();
    const failed = pages.next('one', () => Promise.reject(new Error('no database')));
    const after = pages.next('one', () => Promise.resolve('a page'));
    await expect(failed).rejects.toThrow('no database');
    expect(await after).toBe('a page');
    await wait(0);
    expect(pages.size).toBe(0);
  });
});

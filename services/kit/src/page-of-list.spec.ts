import { expect, it } from '@jest/globals';
import { pageOfList } from './page-of-list.js';

it('every page of a list has the rows of its place in their order, and reads behind at most half of the list', async () => {
  for (let total = 0; total <= 9; total += 1) {
    const list = Array.from({ length: total }, (_, n) => n);
    for (let limit = 1; limit <= 5; limit += 1)
      for (let offset = 0; offset <= total + 2; offset += 1) {
        const read = (page: { limit: number; offset: number }, isFromEnd: boolean) => {
          expect(page.offset).toBeLessThanOrEqual(total / 2);
          const rows = isFromEnd ? list.toReversed() : list;
          return Promise.resolve(rows.slice(page.offset, page.offset + page.limit));
        };
        expect(await pageOfList(total, { limit, offset }, read)).toEqual(list.slice(offset, offset + limit));
      }
  }
});

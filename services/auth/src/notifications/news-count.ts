import type { CountSpec } from '@kith/kit';

/** How many product news were sent. */
export const NEWS_COUNT: CountSpec<'news'> = {
  table: 'auth.news_count',
  source: 'auth.broadcast',
  columns: ['news'],
  counted: (rows) => `select count(*) as news from ${rows} where kind = 'product-news'`,
};

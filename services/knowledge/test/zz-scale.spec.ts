import { it } from '@jest/globals';
import { knowledgeUnderTest } from './knowledge-under-test.js';
it('scale', async () => {
  const kith = await knowledgeUnderTest();
  const owner = kith.anOwner();
  let seed = 7; const rnd = () => { seed = (seed * 1664525 + 1013904223) >>> 0; return seed / 2 ** 32; };
  const word = () => 'w' + Math.floor(20000 * rnd() ** 3).toString(36) + 'x';
  for (let n = 0; n < 100; n++) {
    const content = Array.from({ length: 130 }, () => Array.from({ length: 200 }, word).join(' ')).join('\n\n').slice(0, 140000);
    const [row] = await kith.query<{ id: string }>(`insert into knowledge.item (bot_id,title,content,type,tags,position,status) values ($1,$2,'x','text','{}','{}','ready') returning id`, [owner.botId, 'T' + n]);
    const { splitText } = await import('../src/split-text.js');
    await kith.query('select knowledge.index_item($1,$2,$3)', [row?.id, splitText(content), 'T' + n]);
  }
  await kith.query('analyze');
  console.log(await kith.query('select n, len, (select count(*) from knowledge.posting) p, (select count(*) from knowledge.klex) l from knowledge.kstat'));
  for (const [name, q] of [['clean', () => Array.from({ length: 8 }, word).join(' ')], ['typos', () => Array.from({ length: 8 }, () => word() + 'qz').join(' ')], ['long', () => Array.from({ length: 400 }, word).join(' ')]] as const) {
    const t: number[] = [];
    for (let i = 0; i < 40; i++) { const s = performance.now(); await kith.search(owner, q()); t.push(performance.now() - s); }
    t.sort((a, b) => a - b); console.log(name, t[20], t[38]);
  }
  const s = performance.now();
  await kith.search(owner, Array.from({ length: 8 }, word).join(' '), { ownerPlan: 'free' }); console.log('free', performance.now() - s);
  await kith.stop();
}, 300_000);

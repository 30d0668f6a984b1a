import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, aStack, type Stack } from '@kith/all-in-one/testing';
import { waitFor } from '@kith/kit/testing';

const PAGE = 'BT /F1 12 Tf 50 700 Td (The lighthouse was built in 1874.) Tj ET';
/** The parser finds the objects of a PDF without a table of their places. */
const PDF = `%PDF-1.4
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [4 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>
endobj
4 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>
endobj
5 0 obj
<< /Length ${PAGE.length} >>
stream
${PAGE}
endstream
endobj
trailer
<< /Size 6 /Root 1 0 R >>
%%EOF`;

describe('the guest processes of an installation, with the isolation that it provides', () => {
  let stack: Stack;
  let api: ApiClient;

  beforeAll(async () => {
    stack = await aStack();
    const anonymous = new ApiClient(stack.baseUrl);
    const registered = await anonymous.register(`guest-${randomUUID().slice(0, 8)}`);
    api = registered.client;
    const { client: admin } = await anonymous.login(stack.superAdmin.username, stack.superAdmin.password);
    const path = `/api/admin/users/${registered.user.id}/subscription`;
    expect((await admin.patch(path, { plan: 'premium' })).status).toBe(200);
  }, 60_000);
  afterAll(() => stack.stop());

  it('run custom code and return what it answers', async () => {
    const code = 'export default () => ({ success: true, response: String(6 * 7), shouldReply: true });';
    const answer = await waitFor('the new plan', async () => {
      const tried = await api.post('/api/user-commands/test', { code });
      return tried.status < 300 ? tried : undefined;
    });
    expect(answer.text).toContain('"42"');
  });

  it('run custom code that waits for its storage, time and websites, with what the companion has stored, and keep nothing of a test', async () => {
    const bot = await api.post('/api/bots', { name: 'Counter' });
    const code = `export default async () => {
      const [first] = await Promise.all([kv.increment('n'), sleep(5)]);
      const second = await kv.increment('n');
      const refusal = await fetch('https://api.example.org/').catch((error) => error.message);
      reply(refusal);
      return String(first) + second;
    };`;
    const test = () => api.post('/api/user-commands/test', { code, botId: String(bot.body['id']) });
    for (const answer of [await test(), await test()]) {
      expect(answer.text).toContain('"12"');
      expect(answer.text).toContain('api.example.org is not among the websites that this companion may read');
    }
  });

  it('read the text of a PDF file', async () => {
    const bot = await api.post('/api/bots', { name: 'Amber' });
    const items = `/api/bots/${String(bot.body['id'])}/knowledge`;
    const form = new FormData();
    form.append('title', 'Lighthouse');
    form.append('file', new File([PDF], 'lighthouse.pdf', { type: 'application/pdf' }));
    expect((await api.post(`${items}/upload`, form)).status).toBe(201);
    const answer = await waitFor('the text of the file', async () => {
      const { text } = await api.get(items);
      return text.includes('"status":"ready"') || text.includes('"status":"failed"') ? text : undefined;
    });
    expect(answer).toContain('1874');
  });
});

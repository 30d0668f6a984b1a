// Accounts, sessions, bots and files outlive the containers of docker-compose.yml, which keep them in volumes.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const FILE = 'High water at noon.';

/** Stores data through `project.baseUrl`, lets `renew()` replace all containers, and looks for it; resolves with `{ passed, failed }`. */
export async function testRestart(project, renew) {
  try {
    const stored = await store(project);
    if (!(await renew())) throw new Error('the containers did not start again');
    await find(project.baseUrl, stored);
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.log(`FAIL data after a restart: ${error.message}`);
    return { passed: 0, failed: 1 };
  }
}

async function store({ baseUrl, superAdminPassword }) {
  const admin = await send(baseUrl, 'POST', '/api/auth/login', {
    body: { username: 'superadmin', password: superAdminPassword },
  });
  const username = `ada-${randomBytes(4).toString('hex')}`;
  const account = { username, email: `${username}@example.test`, password: randomBytes(12).toString('hex') };
  const { token, user } = await send(baseUrl, 'POST', '/api/auth/register', { body: account });
  await send(baseUrl, 'PATCH', `/api/admin/users/${user.id}/subscription`, { token: admin.token, body: { plan: 'standard' } });
  // Until all services know the plan, which allows files.
  await sleep(3000);
  const { id } = await send(baseUrl, 'POST', '/api/bots', { token, body: { name: 'Amber' } });
  const form = new FormData();
  form.append('title', 'Tide table');
  form.append('file', new File([FILE], 'tides.txt', { type: 'text/plain' }));
  const item = await send(baseUrl, 'POST', `/api/bots/${id}/knowledge/upload`, { token, body: form });
  return { account, token, botId: id, itemId: item.id };
}

async function find(baseUrl, { account: { username, password }, token, botId, itemId }) {
  await send(baseUrl, 'GET', '/api/auth/user', { token });
  const again = await send(baseUrl, 'POST', '/api/auth/login', { body: { username, password } });
  const bot = await send(baseUrl, 'GET', `/api/bots/${botId}`, again);
  if (bot.name !== 'Amber') throw new Error(`the bot is ${JSON.stringify(bot)}`);
  const response = await fetch(`${baseUrl}/api/bots/${botId}/knowledge/${itemId}/file`, {
    headers: { authorization: `Bearer ${again.token}` },
  });
  const text = await response.text();
  if (text !== FILE) throw new Error(`the file is ${JSON.stringify(text)}`);
}

async function send(baseUrl, method, route, { token, body }) {
  const options = { method, headers: token ? { authorization: `Bearer ${token}` } : {} };
  if (body instanceof FormData) options.body = body;
  else if (body) {
    options.body = JSON.stringify(body);
    options.headers['content-type'] = 'application/json';
  }
  const response = await fetch(baseUrl + route, options);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${route} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

import { startDiscord } from './discord.js';
import { serveRemoteControl } from './remote-control.js';

// Runs the stand-in Discord as a process of its own. Prints one line of JSON, { apiUrl, adminUrl }, and serves until SIGTERM.
// DISCORD_STAND_IN_HOST, DISCORD_STAND_IN_PORT and DISCORD_STAND_IN_ADMIN_PORT default to the loopback address and free ports.
const host = process.env['DISCORD_STAND_IN_HOST'] ?? '127.0.0.1';
const discord = await startDiscord({ host, port: Number(process.env['DISCORD_STAND_IN_PORT'] ?? 0) });
const admin = await serveRemoteControl(discord, { host, port: Number(process.env['DISCORD_STAND_IN_ADMIN_PORT'] ?? 0) });
console.log(JSON.stringify({ apiUrl: discord.apiUrl, adminUrl: admin.url }));

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void discord.close().then(() => process.exit(0)));
}

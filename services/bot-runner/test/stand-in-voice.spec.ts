import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startDiscord, waitFor, type DiscordBot, type StandInDiscord } from '@kith/kit/testing';
import OpusScript from 'opusscript';

const PEER = fileURLToPath(new URL('./voice-peer.ts', import.meta.url));
const REGISTER = fileURLToPath(new URL('../../../deploy/register-swc.mjs', import.meta.url));
const FRAMES = 50;
const RATE = 48_000;

// @discordjs/voice is the independent reference: if it is heard by the stand-in, the stand-in behaves like Discord.
describe('voice of the stand-in Discord, used by @discordjs/voice', () => {
  let discord: StandInDiscord;
  let folder: string;
  let peer: ChildProcess | null = null;
  let output = '';

  beforeEach(async () => {
    discord = await startDiscord({ identifyEveryMs: 0 });
    folder = await mkdtemp(join(tmpdir(), 'voice-peer-'));
    output = '';
  });
  afterEach(async () => {
    peer?.kill('SIGKILL');
    await discord.close();
    await rm(folder, { recursive: true });
  });

  async function startPeer(bot: DiscordBot, channelId: string): Promise<ChildProcess> {
    const trusted = join(folder, 'cert.pem');
    await writeFile(trusted, await discord.voice.certificate());
    const place = {
      API_URL: discord.apiUrl,
      TOKEN: bot.token,
      GUILD_ID: bot.guildId,
      CHANNEL_ID: channelId,
      FRAMES: String(FRAMES),
    };
    const child = spawn(process.execPath, ['--conditions=@kith/source', '--import', REGISTER, PEER], {
      env: { ...process.env, ...place, NODE_EXTRA_CA_CERTS: trusted },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
    peer = child;
    return child;
  }
  const said = (text: string) => waitFor(`"${text}" from the peer: ${output}`, () => output.includes(text), 20_000);

  it('gets each frame of a tone encrypted, in order and decodable, shows the bot in the channel, and sees it leave', async () => {
    const bot = discord.addBot();
    const { id: channelId } = discord.addChannel(bot, { name: 'music', type: 2 });
    const member = { guildId: bot.guildId, userId: bot.applicationId };
    const child = await startPeer(bot, channelId);
    await said('player playing');
    expect(discord.voice.channelOf(member)).toBe(channelId);
    await said('player idle');
    const heard = await discord.voice.heard(bot);
    expect(heard?.refused).toBe(0);
    expect(heard?.offeredDaveVersion).toBeGreaterThan(0);
    // Behind the tone the client sends frames of silence.
    const packets = heard?.packets.slice(0, FRAMES) ?? [];
    expect(packets).toHaveLength(FRAMES);
    for (const [index, { sequence, timestamp }] of packets.entries()) {
      const [first] = packets;
      expect((sequence - (first?.sequence ?? 0) + 65_536) % 65_536).toBe(index);
      expect((timestamp - (first?.timestamp ?? 0) + 2 ** 32) % 2 ** 32).toBe(index * 960);
    }
    expect(hzOf(packets.map(({ opus }) => opus))).toBeCloseTo(440, -1);
    child.stdin?.write('leave\n');
    await waitFor('the bot to leave', () => discord.voice.channelOf(member) === null);
  }, 60_000);

  it('is resumed after its socket was lost', async () => {
    const bot = discord.addBot();
    const { id: channelId } = discord.addChannel(bot, { name: 'music', type: 2 });
    await startPeer(bot, channelId);
    await said('player playing');
    const before = output.split('ready').length;
    await discord.voice.interrupt(bot, 4015);
    await waitFor('the connection again', () => output.split('ready').length > before, 20_000);
    await waitFor('a packet', async () => ((await discord.voice.heard(bot))?.packets.length ?? 0) > 0);
  }, 60_000);

  it('does not let a bot in that may not connect to the channel', async () => {
    const bot = discord.addBot({ permissions: ['viewChannel'] });
    const { id: channelId } = discord.addChannel(bot, { name: 'music', type: 2 });
    discord.setOverwrites(channelId, [{ id: bot.guildId, of: 'role', allow: [], deny: ['connect'] }]);
    await startPeer(bot, channelId);
    await said('signalling');
    expect(discord.voice.channelOf({ guildId: bot.guildId, userId: bot.applicationId })).toBeNull();
    expect(await discord.voice.heard(bot)).toBeNull();
  }, 60_000);
});

/** The frequency of a tone, by how often its wave crosses zero. */
function hzOf(packets: readonly Buffer[]): number {
  const decoder = new OpusScript(RATE, 2, OpusScript.Application.AUDIO);
  // The first frames are those with which the decoder settles.
  const pcm = Buffer.concat(packets.map((packet) => Buffer.from(decoder.decode(packet)))).subarray(960 * 4 * 5);
  const samples = Array.from({ length: pcm.length / 4 }, (_, index) => pcm.readInt16LE(index * 4));
  const crossings = samples.filter((value, index) => index > 0 && value >= 0 && (samples[index - 1] ?? 0) < 0).length;
  return (crossings * RATE) / samples.length;
}

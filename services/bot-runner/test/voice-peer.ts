import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import {
  createAudioPlayer,
  createAudioResource,
  entersState,
  joinVoiceChannel,
  StreamType,
  VoiceConnectionStatus,
} from '@discordjs/voice';
import { Client, GatewayIntentBits } from 'discord.js';
import OpusScript from 'opusscript';

// Discord's own voice client as a process of its own, because it trusts the certificate of the stand-in through NODE_EXTRA_CA_CERTS.
const RATE = 48_000;
const SAMPLES = RATE / 50;
const HZ = 440;
const { API_URL = '', TOKEN = '', GUILD_ID = '', CHANNEL_ID = '', FRAMES = '0' } = process.env;

/** A tone of 440 Hz as Opus packets of 20 ms. */
function tone(frames: number): Buffer[] {
  const encoder = new OpusScript(RATE, 2, OpusScript.Application.AUDIO);
  return Array.from({ length: frames }, (_, frame) => {
    const pcm = Buffer.alloc(SAMPLES * 4);
    for (let sample = 0; sample < SAMPLES; sample++) {
      const value = Math.round(12_000 * Math.sin((2 * Math.PI * HZ * (frame * SAMPLES + sample)) / RATE));
      pcm.writeInt16LE(value, sample * 4);
      pcm.writeInt16LE(value, sample * 4 + 2);
    }
    return Buffer.from(encoder.encode(pcm, SAMPLES));
  });
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const client = new Client({ intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates], rest: { api: API_URL } });
const ready = once(client, 'clientReady');
await client.login(TOKEN);
await ready;
const guild = await client.guilds.fetch(GUILD_ID);
const connection = joinVoiceChannel({ guildId: GUILD_ID, channelId: CHANNEL_ID, adapterCreator: guild.voiceAdapterCreator });
say(connection.state.status);
connection.on('stateChange', (_old, { status }) => say(status));
connection.on('error', (error) => say(`error ${error.message}`));
await entersState(connection, VoiceConnectionStatus.Ready, 15_000);

const player = createAudioPlayer();
connection.subscribe(player);
player.on('stateChange', (_old, { status }) => say(`player ${status}`));
player.play(createAudioResource(Readable.from(tone(Number(FRAMES))), { inputType: StreamType.Opus }));

for await (const line of createInterface({ input: process.stdin })) if (line === 'leave') break;
connection.destroy();
say('left');
await client.destroy();
process.exit(0);

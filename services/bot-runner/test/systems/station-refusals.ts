// A process of its own, whose threads load the sources as it does: prints the classes of the errors with which threads of stations refuse the pieces of Ogg.
import { SoundThreads } from '../../src/systems/music-bot/sound-threads.js';

const threads = new SoundThreads();
const refusals = process.argv.slice(2).map((piece) =>
  threads
    .newStation('ogg')
    .push(Buffer.from(piece, 'base64'))
    .then(
      () => null,
      (error: Error) => error.constructor.name,
    ),
);
process.stdout.write(JSON.stringify(await Promise.all(refusals)));
await threads.onModuleDestroy();

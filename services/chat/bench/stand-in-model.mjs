// A model over Chat Completions in a process of its own: answers at once, in pieces, fifty a second. Prints its port.
import { createServer } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';

const PIECE_EVERY_MS = 20;

const PIECES = ['Hello there. ', 'The ferry leaves at nine ', 'from the old pier.'];
const chunk = (content, finish = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`;

const server = createServer((request, response) => {
  request.resume();
  request.on('end', async () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const piece of PIECES) {
      response.write(chunk(piece));
      // oxlint-disable-next-line no-await-in-loop
      await after(PIECE_EVERY_MS);
    }
    response.end(`${chunk('', 'stop')}data: [DONE]\n\n`);
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));

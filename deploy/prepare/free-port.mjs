import net from 'node:net';
import { CommandError } from '../infrastructure/command-error.mjs';

/** Throws `CommandError` when the port is in use. */
export async function requireFreePort(host, port) {
  const server = net.createServer();
  const problem = await new Promise((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => resolve(undefined));
  });
  if (!problem) return new Promise((resolve) => server.close(() => resolve()));
  if (problem.code === 'EADDRINUSE') {
    throw new CommandError(
      `Port ${port} is taken by another program: stop that one, or choose another port, e.g. PORT=${port + 1} npm start`,
    );
  }
  throw new CommandError(
    `Kith cannot listen on ${host}:${port} (${problem.code}): set HOST and PORT to an address of this machine.`,
  );
}

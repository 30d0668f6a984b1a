/** How to start npm: the very one that started us where there is one, since PATH may hold another or none. */
export function npm(args) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js')
    ? { command: process.env.npm_node_execpath ?? process.execPath, args: [cli, ...args] }
    : { command: 'npm', args };
}

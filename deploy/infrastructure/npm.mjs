/** The command that runs npm: the npm that started this process if there is one, because PATH may hold another or none. */
export function npm(args) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js')
    ? { command: process.env.npm_node_execpath ?? process.execPath, args: [cli, ...args] }
    : { command: 'npm', args };
}

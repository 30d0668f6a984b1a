import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { fireEvent, screen, within } from '@testing-library/react';
import { openBotPage } from '../../testing/open-bot.js';
import { ToolServers } from './tool-servers.js';

const TOOLS = ['read', 'write'].map((name) => ({ __typename: 'ServerTool', name, description: `To ${name}.`, isAllowed: false }));
const SERVER = {
  __typename: 'ToolServer',
  id: '22222222-2222-4222-8222-222222222222',
  name: 'Tides',
  address: 'https://mcp.example.org/mcp',
  hasToken: true,
  tools: TOOLS,
  checkedAt: '2026-11-23T12:00:00.000Z',
};

function open({ servers = [SERVER], refuse }: { servers?: (typeof SERVER)[]; refuse?: () => unknown } = {}) {
  let stored = servers;
  const changed = async (change: (server: typeof SERVER) => typeof SERVER) => {
    await refuse?.();
    stored = stored.map(change);
    return stored[0];
  };
  return openBotPage({
    page: <ToolServers botId="11111111-1111-4111-8111-111111111111" />,
    path: '/tools',
    operations: {
      ToolServers: async () => {
        if (servers.length === 0 && stored.length === 0) await refuse?.();
        return { toolServers: stored };
      },
      AddToolServer: async ({ input }) => {
        await refuse?.();
        const added = { ...SERVER, ...(input as { name: string }), token: undefined };
        stored = [...stored, added];
        return { addToolServer: added };
      },
      CheckToolServer: async () => ({ checkToolServer: await changed((server) => server) }),
      AllowTools: async ({ tools }) => {
        const names = tools as string[];
        const allow = (server: typeof SERVER) => ({
          ...server,
          tools: TOOLS.map((tool) => ({ ...tool, isAllowed: names.includes(tool.name) })),
        });
        return { allowTools: await changed(allow) };
      },
      RemoveToolServer: async () => {
        await refuse?.();
        stored = [];
        return { removeToolServer: { __typename: 'Message', message: 'Server removed' } };
      },
    },
  });
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the servers of tools', () => {
  it('are added with a name, an address and a token, each refused beside its field, and say why one cannot be asked', async () => {
    let refuse = (): unknown => undefined;
    const sent = open({ servers: [], refuse: () => refuse() });
    await screen.findByText('No server yet.');
    refuse = () => {
      throw new AppError('UNSUPPORTED_MEDIA', 'There is no MCP server at this address.');
    };
    await press('Add a server');
    type('Name', 'Tides');
    type('Address', 'http://mcp.example.org');
    await press('Connect');
    await screen.findByText('Must be an address that begins with https://');
    type('Address', SERVER.address);
    type('Token (optional)', 't0ken');
    await press('Connect');
    await screen.findByText('There is no MCP server at this address.');
    refuse = () => undefined;
    await press('Connect');
    await screen.findByText('Server added');
    await screen.findByRole('region', { name: 'Tides' });
    expect(sent('AddToolServer').at(-1)).toMatchObject({ input: { name: 'Tides', address: SERVER.address, token: 't0ken' } });
  });

  it('show what each tool is said to do, and allow them one by one', async () => {
    const sent = open();
    const server = within(await screen.findByRole('region', { name: 'Tides' }));
    server.getByText('To read.');
    server.getByText(/with a token/);
    fireEvent.click(server.getByRole('switch', { name: 'Allow read' }));
    await screen.findByText('Tools saved');
    expect(sent('AllowTools')).toMatchObject([{ serverId: SERVER.id, checkedAt: SERVER.checkedAt, tools: ['read'] }]);
    expect(server.getByRole('switch', { name: 'Allow read' }).getAttribute('aria-checked')).toBe('true');
  });

  it('are read again when they were asked since, so that nobody allows what they did not read', async () => {
    let described = 'To read.';
    const server = () => ({
      ...SERVER,
      checkedAt: described === 'To read.' ? SERVER.checkedAt : '2026-11-23T13:00:00.000Z',
      tools: [{ ...TOOLS[0], description: described }],
    });
    openBotPage({
      page: <ToolServers botId="11111111-1111-4111-8111-111111111111" />,
      path: '/tools',
      operations: {
        ToolServers: () => ({ toolServers: [server()] }),
        AllowTools: () => {
          described = 'To read, and to send.';
          throw new AppError('VERSION_CONFLICT', 'This server was asked again.');
        },
      },
    });
    fireEvent.click(await screen.findByRole('switch', { name: 'Allow read' }));
    await screen.findByText('This server was asked again.');
    await screen.findByText('To read, and to send.');
    expect(screen.getByRole('switch', { name: 'Allow read' }).getAttribute('aria-checked')).toBe('false');
  });

  it('are tested and removed, and say when that fails', async () => {
    let refuse = (): unknown => {
      throw new AppError('UNSUPPORTED_MEDIA', 'This address could not be reached.');
    };
    open({ refuse: () => refuse() });
    await press('Test connection');
    await screen.findByText('The connection does not work');
    refuse = () => undefined;
    await press('Test connection');
    await screen.findByText('The server answers, with 2 tools.');
    await press('Remove Tides');
    await press('Remove server');
    await screen.findByText('No server yet.');
  });

  it('say that they cannot be loaded, and load when they are asked for again', async () => {
    let isDown = true;
    open({
      servers: [],
      refuse: () => {
        if (isDown) throw new AppError('INTERNAL');
      },
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    fireEvent.click(again);
    await screen.findByText('No server yet.');
  });
});

import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aBot } from '../../testing/bots.js';
import { aConnection, aServer, type Answer } from '../../testing/fake-server.js';
import { DEFAULTS, installedOf, openSystems } from '../../testing/open-systems.js';

const ELM = '200000000000000001';
const OAK = '200000000000000002';
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

const rowOf = (id: number) => ({
  __typename: 'SystemPageRow',
  id: String(id),
  cells: [`Message ${id}`, 'buttons'],
  actions: [
    { __typename: 'SystemPageRowAction', id: 'post', label: 'Post', confirm: null, opens: null },
    { __typename: 'SystemPageRowAction', id: 'delete', label: 'Delete', confirm: 'Delete it on Discord?', opens: null },
    ...(id === 1 ? [{ __typename: 'SystemPageRowAction', id: 'read', label: 'Read', confirm: null, opens: 't:1' }] : []),
  ],
});
const TRANSCRIPT = {
  __typename: 'SystemPageSection',
  id: 't:1',
  title: 'Ticket 1',
  empty: 'Nothing.',
  columns: ['Who', 'What'],
  rows: [{ __typename: 'SystemPageRow', id: '0', cells: ['Ann', 'It never arrived'], actions: [] }],
  total: 1,
  next: null,
  previous: null,
};
const FORM = {
  __typename: 'SystemPageForm',
  id: 'create',
  title: 'Post a role message',
  description: 'Members pick from it.',
  submit: 'Post it',
  confirm: null as string | null,
  fields: {
    channel: { type: 'text', label: 'Channel', description: 'Where', default: '', format: 'channel' },
    role: { type: 'text', label: 'Role', description: 'Which', default: '', format: 'role' },
    text: { type: 'text', label: 'Text', description: 'What it says', default: 'Hi', format: 'lines' },
    limit: { type: 'number', label: 'Limit', description: 'How many', default: 3, min: 1, max: 9 },
    isPinned: { type: 'boolean', label: 'Pin', description: 'Whether', default: false },
    mode: { type: 'select', label: 'Mode', description: 'How', default: 'menu', options: ['buttons', 'menu'] },
  },
};

const UPLOAD = {
  __typename: 'SystemPageUpload',
  title: 'Upload music',
  description: 'MP3, up to 1 MB',
  submit: 'Upload',
  accept: '.mp3',
  maxBytes: 1024 * 1024,
};

interface World {
  readonly total?: number;
  readonly servers?: unknown[];
  readonly form?: typeof FORM;
  readonly notice?: string | null;
  readonly upload?: typeof UPLOAD | null;
  readonly onAct?: (variables: Record<string, unknown>) => unknown;
  readonly onPage?: () => unknown;
  readonly onUpload?: Answer;
}

/** The panel of Reaction Roles, which keeps `total` rows. */
async function open({
  total = 1,
  servers = [aServer()],
  form = FORM,
  notice = null,
  upload = null,
  onAct,
  onPage,
  onUpload,
}: World = {}) {
  const left = { ids: Array.from({ length: total }, (_one, index) => index + 1) };
  const { sent } = openSystems({
    installed: [installedOf('reaction-roles', DEFAULTS)],
    ...(onUpload && { onUpload }),
    operations: {
      DiscordConnection: () => ({ discordConnection: aConnection({ servers }) }),
      DiscordChannels: () => ({
        discordChannels: {
          __typename: 'DiscordChannels',
          channels: [{ __typename: 'DiscordChannel', id: '300000000000000001', name: 'general', kind: 'text', category: null }],
          categories: [],
        },
      }),
      DiscordRoles: () => ({
        discordChannels: {
          __typename: 'DiscordChannels',
          roles: [{ __typename: 'DiscordRole', id: '310000000000000001', name: 'Red' }],
        },
      }),
      SystemPage: ({ guildId, limit, offset, section: wanted }) => {
        onPage?.();
        if (wanted === 't:1')
          return { systemPage: { __typename: 'SystemPage', sections: [TRANSCRIPT], forms: [], notice: null, upload: null } };
        const ids = guildId === ELM ? left.ids : [];
        const from = Number(offset ?? 0);
        const section = {
          __typename: 'SystemPageSection',
          id: 'messages',
          title: 'Role messages',
          empty: 'None yet.',
          columns: ['Message', 'Picked by'],
          rows: ids.slice(from, from + Number(limit)).map(rowOf),
          total: ids.length,
          next: from + Number(limit) < ids.length ? `from-${from + Number(limit)}` : null,
          previous: from > 0 ? `until-${from}` : null,
        };
        return { systemPage: { __typename: 'SystemPage', sections: [section], forms: [form], notice, upload } };
      },
      ActOnSystem: (variables) => {
        onAct?.(variables);
        left.ids = left.ids.filter((id) => String(id) !== variables['rowId']);
        return { actOnSystem: { __typename: 'Message', message: 'The server says so.' } };
      },
    },
  });
  await press('Configure Reaction Roles');
  return { sent };
}
const place = { botId: aBot().id, systemId: 'reaction-roles', guildId: ELM };

describe('the page of a system', () => {
  it('shows the tables of the chosen server page by page', async () => {
    const { sent } = await open({ total: 21, servers: [aServer(), aServer({ id: OAK, name: 'Oak Street' })] });
    const table = await screen.findByRole('region', { name: 'Role messages' });
    expect(within(table).getAllByRole('row')).toHaveLength(11);
    await press('Next');
    await screen.findByText('Message 11');
    expect(sent('SystemPage').at(-1)).toEqual({ ...place, section: 'messages', limit: 10, offset: 10, cursor: 'from-10' });
    await press('Next');
    await screen.findByText('Message 21');
    fireEvent.change(screen.getByLabelText('Server'), { target: { value: OAK } });
    await screen.findByText('None yet.');
    expect(sent('SystemPage').at(-1)).toMatchObject({ guildId: OAK });
  });

  it('shows what a button of a row opens below its table until it is closed, and changes nothing', async () => {
    const { sent } = await open();
    await press('Read: Message 1');
    expect(within(await screen.findByRole('region', { name: 'Ticket 1' })).getByText('It never arrived')).toBeTruthy();
    await press('Close');
    await waitFor(() => expect(screen.queryByText('It never arrived')).toBeNull());
    expect(sent('ActOnSystem')).toEqual([]);
  });

  it('says first what the owner has to know, and uploads a file once it is right, with its title', async () => {
    const forms: FormData[] = [];
    const { sent } = await open({
      notice: 'Voice is off.',
      upload: UPLOAD,
      onUpload: ({ body }) => {
        forms.push(body as FormData);
        const problem = { code: 'BAD_INPUT', message: 'No sound.', fields: { file: 'There is no sound in it.' } };
        return forms.length === 1 ? { status: 400, body: problem } : { status: 201, body: { message: 'It can be played.' } };
      },
    });
    await screen.findByText('Voice is off.');
    fireEvent.click(screen.getByText('Upload music'));
    const input = screen.getByLabelText('File');
    const choose = (file: File): unknown => fireEvent.change(input, { target: { files: [file] } });
    await press('Upload');
    await screen.findByText('Please choose a file.');
    choose(new File([new Uint8Array(1024 * 1024 + 1)], 'long.mp3'));
    await press('Upload');
    await screen.findByText('This file is larger than 1 MB.');
    expect(forms).toEqual([]);
    choose(new File(['abc'], 'song.mp3'));
    fireEvent.change(screen.getByLabelText(/^Title/), { target: { value: ' River ' } });
    await press('Upload');
    await screen.findByText('There is no sound in it.');
    const before = sent('SystemPage').length;
    await press('Upload');
    await screen.findByText('It can be played.');
    expect(forms.map((form) => [form.get('title'), (form.get('file') as File).name])).toEqual([
      ['River', 'song.mp3'],
      ['River', 'song.mp3'],
    ]);
    await waitFor(() => expect(sent('SystemPage').length).toBeGreaterThan(before));
    expect(screen.getByLabelText(/^Title/)).toMatchObject({ value: '' });
  });

  it('asks before a row is changed, and shows what became of it', async () => {
    const { sent } = await open({ total: 11 });
    await screen.findByText('Message 1');
    await press('Next');
    await press('Delete: Message 11');
    await screen.findByText('Delete it on Discord?');
    await press('Cancel');
    expect(sent('ActOnSystem')).toEqual([]);
    await press('Delete: Message 11');
    await press('Delete');
    await screen.findByText('The server says so.');
    expect(sent('ActOnSystem')).toEqual([{ ...place, action: 'delete', rowId: '11' }]);
    // Its page is empty now: the one before it is shown.
    await screen.findByText('Message 1');
    await press('Post: Message 1');
    await waitFor(() => expect(sent('ActOnSystem').at(-1)).toEqual({ ...place, action: 'post', rowId: '1' }));
  });

  it('sends a form with the type of each field, and shows what is wrong at the field', async () => {
    const problem = { current: true };
    const { sent } = await open({
      onAct: () => {
        if (problem.current) throw new AppError('BAD_INPUT', 'Choose a channel.', { fields: { channel: 'Choose a channel.' } });
      },
    });
    fireEvent.click(await screen.findByText('Post a role message'));
    const channel = screen.getByRole('combobox', { name: 'Channel' });
    fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'One\nTwo' } });
    fireEvent.change(screen.getByLabelText('Limit'), { target: { value: '10' } });
    fireEvent.change(screen.getByLabelText('Mode'), { target: { value: 'buttons' } });
    fireEvent.click(screen.getByRole('switch', { name: 'Pin' }));
    await press('Post it');
    await screen.findByText('Must be a whole number from 1 to 9');
    fireEvent.change(screen.getByLabelText('Limit'), { target: { value: '9' } });
    await press('Post it');
    expect((await screen.findAllByText('Choose a channel.')).length).toBeGreaterThan(0);
    expect(screen.getByLabelText('Text')).toMatchObject({ value: 'One\nTwo' });
    problem.current = false;
    fireEvent.focus(channel);
    fireEvent.change(channel, { target: { value: 'gen' } });
    fireEvent.mouseDown(await screen.findByRole('option', { name: /#general/ }));
    const role = screen.getByRole('combobox', { name: 'Role' });
    fireEvent.change(role, { target: { value: 're' } });
    fireEvent.mouseDown(await screen.findByRole('option', { name: /@Red/ }));
    await press('Post it');
    await screen.findByText('The server says so.');
    const values = {
      channel: '300000000000000001',
      role: '310000000000000001',
      text: 'One\nTwo',
      limit: 9,
      isPinned: true,
      mode: 'buttons',
    };
    expect(sent('ActOnSystem').at(-1)).toEqual({ ...place, action: 'create', values });
    await waitFor(() => expect(screen.getByLabelText('Text')).toMatchObject({ value: 'Hi' }));
  });

  it('takes several channels and roles by name, and loses nothing that is typed but not picked', async () => {
    const several = (label: string, format: string) => ({ type: 'text', label, description: 'Which', default: '', format });
    const fields = { channels: several('Channels', 'channels'), roles: several('Roles', 'roles') };
    const { sent } = await open({ form: { ...FORM, fields: fields as unknown as typeof FORM.fields } });
    fireEvent.click(await screen.findByText('Post a role message'));
    const channel = await screen.findByRole('combobox', { name: 'Add a channel by its name' });
    fireEvent.change(channel, { target: { value: 'gen' } });
    fireEvent.mouseDown(await screen.findByRole('option', { name: /#general/ }));
    fireEvent.change(channel, { target: { value: 'nowhere' } });
    fireEvent.keyDown(channel, { key: 'Enter' });
    expect(sent('ActOnSystem')).toEqual([]);
    fireEvent.change(screen.getByLabelText('Roles'), { target: { value: 'Admins\n' } });
    const role = await screen.findByRole('combobox', { name: 'Add a role by its name' });
    fireEvent.change(role, { target: { value: 'red' } });
    fireEvent.blur(role);
    expect(role).toMatchObject({ value: '' });
    await press('Post it');
    await screen.findByText('The server says so.');
    expect(sent('ActOnSystem')).toMatchObject([{ values: { channels: '#general\nnowhere', roles: 'Admins\n@Red' } }]);
  });

  it('asks before a form is sent that says so', async () => {
    const { sent } = await open({ form: { ...FORM, confirm: 'Really?' } });
    fireEvent.click(await screen.findByText('Post a role message'));
    await press('Post it');
    await screen.findByText('Really?');
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Post it' }));
    await screen.findByText('The server says so.');
    expect(sent('ActOnSystem')).toHaveLength(1);
  });

  it('says where the companion is in no server, and what failed', async () => {
    await open({ servers: [] });
    expect((await screen.findByRole('link', { name: 'Connect to Discord' })).getAttribute('href')).toContain('/connect');
  });

  it('offers another attempt when it cannot be loaded', async () => {
    const fails = { current: true };
    await open({
      onPage: () => {
        if (fails.current) throw new AppError('UNAVAILABLE');
      },
    });
    await screen.findByText('This cannot be shown now');
    fails.current = false;
    await press('Try again');
    await screen.findByText('Message 1');
  });
});

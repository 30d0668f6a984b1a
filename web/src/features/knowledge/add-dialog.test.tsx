import { beforeEach, describe, expect, it } from '@jest/globals';
import { AppError, MAX_UPLOAD_BYTES } from '@kith/proto';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { formatNumber } from '../../lib/format.js';
import { fakeUploads, type FakeUpload } from '../../testing/fake-upload.js';
import { anItem, choose, openKnowledge, press, sender, type } from '../../testing/open-knowledge.js';
import { paste } from '../../testing/paste.js';

const pdf = (name = 'rules.pdf') => new File(['%PDF-1.7'], name, { type: 'application/pdf' });
const { __typename: _item, ...STORED } = anItem(7, { title: 'rules.pdf', type: 'file', status: 'queued', content: '' });
const ANSWER = { ...STORED, botId: '11111111-1111-4111-8111-111111111111', position: { x: 40, y: 50 } };

describe('the Add Knowledge dialog', () => {
  let uploads: FakeUpload[];
  beforeEach(() => {
    uploads = fakeUploads();
  });
  const open = async (world: Parameters<typeof openKnowledge>[0] = {}) => {
    const opened = openKnowledge(world);
    await press('Add Knowledge');
    return opened;
  };
  const isSendable = async () => !(await sender('Add Knowledge')).disabled;
  const last = async (): Promise<FakeUpload> => {
    await waitFor(() => expect(uploads.length).toBeGreaterThan(0));
    return uploads.at(-1) as FakeUpload;
  };

  it('cannot be submitted without title and content', async () => {
    await open();
    expect(await isSendable()).toBe(false);
    type('Title', 'Hours');
    await waitFor(async () => expect(await isSendable()).toBe(false));
    type('Content', '   ');
    expect(await isSendable()).toBe(false);
    type('Content', 'Nine to five');
    await waitFor(async () => expect(await isSendable()).toBe(true));
  });

  it('lists the missing parts below the form', async () => {
    await open();
    const reason = async () => document.getElementById((await sender('Add Knowledge')).getAttribute('aria-describedby') ?? '');
    const says = (words: string) => waitFor(async () => expect((await reason())?.textContent).toBe(words));
    await says('Still needed: a title, the content.');
    type('Title', 'Hours');
    await says('Still needed: the content.');
    fireEvent.click(screen.getByLabelText('URL'));
    await says('Still needed: an address.');
    fireEvent.click(screen.getByLabelText('File'));
    await says('Still needed: a file that can be read.');
    choose('File', pdf());
    await waitFor(async () => expect(await reason()).toBeNull());
    expect(screen.queryByText(/Still needed/)).toBeNull();
  });

  it('takes the title from the file, also from another one, as long as nobody wrote one', async () => {
    await open();
    const title = () => screen.getByLabelText<HTMLInputElement>('Title').value;
    fireEvent.click(screen.getByLabelText('File'));
    choose('File', pdf('one.pdf'));
    await waitFor(() => expect(title()).toBe('one.pdf'));
    choose('File', pdf('two.pdf'));
    await waitFor(() => expect(title()).toBe('two.pdf'));
    type('Title', 'House rules');
    choose('File', pdf('three.pdf'));
    await screen.findByText(/three\.pdf/);
    expect(title()).toBe('House rules');
  });

  it.each([
    ['Title', 200, 'a'],
    ['Address', 2000, 'https://example.org/'],
  ])('does not truncate a pasted %s and shows at the field that it is too long', async (label, max, start) => {
    const { sent } = await open();
    fireEvent.click(screen.getByLabelText('URL'));
    type('Title', 'Site');
    type('Address', 'https://example.org');
    paste(label, start.padEnd(max + 1, 'a'));
    await waitFor(async () => expect(await isSendable()).toBe(true));
    fireEvent.click(await sender('Add Knowledge'));
    await screen.findByText(`Must be at most ${formatNumber(max)} characters`);
    expect(sent('AddKnowledge')).toEqual([]);
  });

  it('adds a text once after a double click, at a random position, with its tags split and trimmed', async () => {
    const { sent } = await open();
    type('Title', ' Hours ');
    type('Content', 'Nine to five');
    type('Tags', 'a, b ,,c');
    await waitFor(async () => expect(await isSendable()).toBe(true));
    const add = await sender('Add Knowledge');
    fireEvent.click(add);
    fireEvent.click(add);
    await screen.findByText('Knowledge Added!');
    const [first, ...others] = sent('AddKnowledge') as { input: { position: { x: number; y: number } } }[];
    expect(others).toEqual([]);
    expect(first?.input).toMatchObject({ type: 'text', title: 'Hours', content: 'Nine to five', tags: ['a', 'b', 'c'] });
    expect(first?.input.position.x).toBeGreaterThanOrEqual(30);
    expect(first?.input.position.x).toBeLessThanOrEqual(670);
    expect(first?.input.position.y).toBeGreaterThanOrEqual(30);
    expect(first?.input.position.y).toBeLessThanOrEqual(470);
    await screen.findByText('1 of 100 items');
  });

  it('asks for key words when an item is to be used by them, and sends them split', async () => {
    const { sent } = await open();
    type('Title', 'Dragons');
    type('Content', 'They sleep by day.');
    await waitFor(async () => expect(await isSendable()).toBe(true));
    expect(screen.queryByLabelText('Key words')).toBeNull();
    type('When is it used?', 'keywords');
    await screen.findByText('Still needed: a key word.');
    type('Key words', 'dragon, , old  fire ');
    await waitFor(async () => expect(await isSendable()).toBe(true));
    fireEvent.click(await sender('Add Knowledge'));
    await screen.findByText('Knowledge Added!');
    expect(sent('AddKnowledge')).toMatchObject([{ input: { activation: 'keywords', keywords: ['dragon', 'old  fire'] } }]);
  });

  it('says that the title is missing once it was typed and deleted, not when another type is chosen first', async () => {
    await open();
    fireEvent.blur(screen.getByLabelText('Title'));
    fireEvent.click(screen.getByLabelText('URL'));
    fireEvent.blur(screen.getByLabelText('Address'));
    await screen.findByText('Please enter an address that begins with http:// or https://');
    expect(screen.queryByText('Please enter a title')).toBeNull();
    type('Title', 'Site');
    type('Title', '');
    fireEvent.blur(screen.getByLabelText('Title'));
    await screen.findByText('Please enter a title');
  });

  it('needs a valid address for a URL', async () => {
    const { sent } = await open();
    fireEvent.click(screen.getByLabelText('URL'));
    type('Title', 'Site');
    expect(await isSendable()).toBe(false);
    type('Address', 'example.org');
    await waitFor(async () => expect(await isSendable()).toBe(true));
    fireEvent.click(await sender('Add Knowledge'));
    await screen.findByText('Please enter an address that begins with http:// or https://');
    type('Address', 'https://example.org');
    fireEvent.click(screen.getByRole('switch', { name: 'Read the whole website' }));
    fireEvent.click(await sender('Add Knowledge'));
    await screen.findByText('Knowledge Added!');
    const source = { type: 'url', fileUrl: 'https://example.org', wholeSite: true };
    expect(sent('AddKnowledge')).toMatchObject([{ input: { ...source, content: '' } }]);
  });

  it('shows a field error of the server at its field and keeps the other values', async () => {
    const words = 'Addresses of private networks cannot be read.';
    await open({
      refuse: () => {
        throw new AppError('BAD_INPUT', words, { fields: { 'input.fileUrl': words } });
      },
    });
    fireEvent.click(screen.getByLabelText('URL'));
    type('Title', 'Site');
    type('Address', 'http://10.0.0.1');
    await waitFor(async () => expect(await isSendable()).toBe(true));
    fireEvent.click(await sender('Add Knowledge'));
    await screen.findByText(words, { selector: '.ant-form-item-explain-error' });
    expect(screen.getByLabelText('Title')).toMatchObject({ value: 'Site' });
  });

  it('uploads a file with progress; its name becomes the title', async () => {
    await open();
    fireEvent.click(screen.getByLabelText('File'));
    expect(screen.getByText(/up to 10 MB/)).toBeTruthy();
    choose('File', pdf());
    expect(screen.getByLabelText('Title')).toMatchObject({ value: 'rules.pdf' });
    type('Tags', 'a, b');
    await waitFor(async () => expect(await isSendable()).toBe(true));
    fireEvent.click(await sender('Add Knowledge'));
    const upload = await last();
    act(() => upload.progress(42, 100));
    await screen.findByText('Uploading: 42 %');
    act(() => upload.progress(100, 100));
    await screen.findByText('Storing the file...');
    expect(upload.address).toMatch(/^POST \/api\/bots\/[\w-]+\/knowledge\/upload$/);
    expect(upload.withCredentials).toBe(true);
    expect([upload.form.get('title'), upload.form.get('tags')]).toEqual(['rules.pdf', 'a,b']);
    act(() => upload.answer(201, ANSWER));
    await screen.findByText('Knowledge Added!');
    await screen.findByText('Queued');
  });

  it('keeps a title that was typed', async () => {
    await open();
    type('Title', 'Our rules');
    fireEvent.click(screen.getByLabelText('File'));
    choose('File', pdf());
    expect(screen.getByLabelText('Title')).toMatchObject({ value: 'Our rules' });
  });

  it('selects the type Image when a picture is chosen', async () => {
    await open();
    fireEvent.click(screen.getByLabelText('File'));
    choose('File', new File(['x'], 'map.png', { type: 'image/png' }));
    expect(screen.getByLabelText('Image', { selector: '[type="radio"]' })).toMatchObject({ checked: true });
  });

  it.each([
    ['an old Word file', new File(['x'], 'old.DOC'), 'Old Word files (.doc) cannot be read. Please save it as .docx.'],
    ['an old workbook', new File(['x'], 'old.xls'), 'Old Excel files (.xls) cannot be read. Please save it as .xlsx.'],
    ['an old presentation', new File(['x'], 'old.ppt'), 'Old PowerPoint files (.ppt) cannot be read. Please save it as .pptx.'],
    ['an empty file', new File([], 'a.txt'), 'This file is empty.'],
    [
      'a giant',
      Object.defineProperty(new File(['x'], 'big.pdf'), 'size', { value: MAX_UPLOAD_BYTES + 1 }),
      'This file is larger than 10 MB. Please choose a smaller one.',
    ],
  ])('refuses %s before uploading', async (_what, file, words) => {
    await open();
    fireEvent.click(screen.getByLabelText('File'));
    choose('File', file);
    await screen.findByText(words);
    expect(await isSendable()).toBe(false);
  });

  it.each([
    [{ code: 'UNSUPPORTED_MEDIA', message: 'Only PDF can be read.' }, 415, 'Only PDF can be read.'],
    [{ code: 'UPGRADE_REQUIRED', message: 'The plan is full.' }, 403, 'The plan is full.'],
    ['no words', 502, '502: no words'],
  ])('shows why the server refused an upload: %j', async (body, status, words) => {
    await open();
    fireEvent.click(screen.getByLabelText('File'));
    choose('File', pdf());
    await waitFor(async () => expect(await isSendable()).toBe(true));
    fireEvent.click(await sender('Add Knowledge'));
    const upload = await last();
    act(() => upload.answer(status, body));
    await screen.findByText(words);
    expect(screen.getByText(/rules.pdf, 8 B/)).toBeTruthy();
  });

  it('shows an error when the connection is lost during an upload', async () => {
    await open();
    fireEvent.click(screen.getByLabelText('File'));
    choose('File', pdf());
    await waitFor(async () => expect(await isSendable()).toBe(true));
    fireEvent.click(await sender('Add Knowledge'));
    const upload = await last();
    act(() => upload.fail());
    await waitFor(() => expect(document.querySelector('.notice-danger')).not.toBeNull());
    expect(await isSendable()).toBe(true);
  });

  it('cancels an upload and keeps the chosen file', async () => {
    await open();
    fireEvent.click(screen.getByLabelText('File'));
    choose('File', pdf());
    await waitFor(async () => expect(await isSendable()).toBe(true));
    fireEvent.click(await sender('Add Knowledge'));
    const upload = await last();
    await press('Cancel upload');
    expect(upload.abort).toHaveBeenCalled();
    await screen.findByText('The upload was cancelled. Nothing was stored.');
    expect(await isSendable()).toBe(true);
  });
});

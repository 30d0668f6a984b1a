import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { refusal } from '../../testing/fake-server.js';
import { answering, endless, input, openChat, say, sent } from '../../testing/open-chat.js';

const MB = 1024 * 1024;
beforeEach(() => {
  sessionStorage.clear();
  URL.createObjectURL = jest.fn(() => 'blob:thumbnail');
  URL.revokeObjectURL = jest.fn();
});

function aFile(name: string, type = 'text/plain', size = 5): File {
  const file = new File(['hello'], name, { type });
  Object.defineProperty(file, 'size', { value: size });
  return file;
}
const pick = async (...files: File[]) => {
  await input();
  fireEvent.change(screen.getByTestId('file-picker'), { target: { files } });
};
const list = () => screen.findByRole('list', { name: 'Attached files' });
const names = async () => [...(await list()).querySelectorAll('.attachment-name')].map((name) => name.textContent);
const toastText = () => screen.getByRole('alert').textContent;

describe('attaching files', () => {
  it('shows name and size of each file, and removes one', async () => {
    openChat();
    await pick(aFile('notes.md', '', 700), aFile('plan.pdf', 'application/pdf', 3 * MB));
    expect(await names()).toEqual(['notes.md', 'plan.pdf']);
    expect(within(await list()).getByText('700 bytes')).toBeTruthy();
    expect(within(await list()).getByText('3.0 MB')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Remove notes.md' }));
    expect(await names()).toEqual(['plan.pdf']);
  });

  it('accepts dropped and pasted files', async () => {
    openChat();
    const box = await input();
    fireEvent.paste(box, { clipboardData: { files: [aFile('image.png', 'image/png')] } });
    fireEvent.dragEnter(box, { dataTransfer: { types: ['Files'] } });
    await screen.findByText('Drop files to attach them');
    fireEvent.drop(box, { dataTransfer: { types: ['Files'], files: [aFile('dropped.csv', 'text/csv')] } });
    expect(await names()).toEqual(['image.png', 'dropped.csv']);
    expect(screen.queryByText('Drop files to attach them')).toBeNull();
  });

  it('is refused on the free plan with the plan that has it, and the hint names it', async () => {
    openChat({ plan: 'free' });
    await pick(aFile('notes.md'));
    expect(toastText()).toContain('Files in the chat need the Standard plan');
    expect(screen.queryByRole('list', { name: 'Attached files' })).toBeNull();
    expect(screen.getByText(/Files need the Standard plan/)).toBeTruthy();
  });

  it('ignores a drag without files', async () => {
    openChat();
    const box = await input();
    fireEvent.dragEnter(box, { dataTransfer: { types: ['text/plain'] } });
    expect(screen.queryByText('Drop files to attach them')).toBeNull();
    expect(fireEvent.drop(box, { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(true);
  });

  it('skips files that cannot be sent and says why', async () => {
    openChat();
    await pick(aFile('run.exe', 'application/x-msdownload'), aFile('huge.png', 'image/png', 10 * MB + 1), aFile('ok.txt'));
    await screen.findByText('Some files were skipped');
    expect(toastText()).toContain('run.exe: files of this kind cannot be sent; huge.png: larger than 10 MB');
    expect(await names()).toEqual(['ok.txt']);
    await pick(aFile('page.html', 'text/html'));
    await waitFor(() => expect(toastText()).toContain('page.html: files of this kind cannot be sent'));
    expect(await names()).toEqual(['ok.txt']);
  });

  it('accepts five files of exactly ten megabytes', async () => {
    openChat();
    await pick(...Array.from({ length: 7 }, (_, at) => aFile(`${at}.txt`, 'text/plain', 10 * MB)));
    await screen.findByText('Some files were skipped');
    expect(toastText()).toContain('5.txt: a message holds at most 5 files');
    expect(await names()).toHaveLength(5);
  });

  it('shows the first three reasons of many skipped files', async () => {
    openChat();
    await pick(...Array.from({ length: 6 }, (_, at) => aFile(`${at}.exe`, 'application/x-msdownload')));
    await waitFor(() => expect(toastText()).toContain('; and 3 more'));
  });

  it('shows thumbnails of raster images only, never of SVG or XML [S44]', async () => {
    openChat();
    await pick(aFile('a.png', 'image/png'), aFile('b.svg', 'image/svg+xml'), aFile('c.svg', ''), aFile('d.xml', 'text/xml'));
    expect(await names()).toHaveLength(4);
    const pictures = (await list()).querySelectorAll('img');
    expect(pictures).toHaveLength(1);
    expect(pictures[0]?.closest('li')?.textContent).toContain('a.png');
    fireEvent.click(screen.getByRole('button', { name: 'Remove a.png' }));
    await waitFor(() => expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:thumbnail'));
  });
});

describe('sending files', () => {
  it('sends the files as a form, shows their names and empties the list', async () => {
    const { calls } = openChat({ answer: answering('Read it.') });
    await pick(aFile('notes.txt'), aFile('plan.pdf', 'application/pdf'));
    await say('What do they say?');
    await screen.findByText('Read it.');
    const form = sent(calls)[0] as FormData;
    expect(form).toBeInstanceOf(FormData);
    expect(form.get('message')).toBe('What do they say?');
    expect(form.get('requestId')).toMatch(/^[\w-]{36}$/);
    expect((form.getAll('attachments') as File[]).map(({ name }) => name)).toEqual(['notes.txt', 'plan.pdf']);
    expect(calls.at(-1)?.headers['content-type']).toBeUndefined();
    expect(await names()).toEqual(['notes.txt', 'plan.pdf']);
    expect((await list()).className).toBe('file-notes');
    expect(screen.queryByRole('button', { name: 'Remove notes.txt' })).toBeNull();
  });

  it('needs a text', async () => {
    const { calls } = openChat();
    await pick(aFile('notes.txt'));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send message' }).disabled).toBe(true);
    await say('  ');
    expect(sent(calls)).toEqual([]);
  });

  it('restores the files when sending fails, and repeats the same request', async () => {
    const { calls } = openChat({ answer: refusal(415, 'UNSUPPORTED_MEDIA', 'Files of this kind cannot be sent.') });
    await pick(aFile('notes.txt'));
    await say('Read this');
    await screen.findByText('Your message was not sent');
    expect(screen.getByRole('button', { name: 'Remove notes.txt' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(sent(calls)).toHaveLength(2));
    const [first, second] = sent(calls) as FormData[];
    expect(second?.get('requestId')).toBe(first?.get('requestId'));
  });

  it('accepts no files during a reply', async () => {
    openChat({ answer: endless('Well') });
    await say('Hm?');
    await screen.findByText('Well');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Attach files' }).disabled).toBe(true);
    fireEvent.drop(await input(), { dataTransfer: { types: ['Files'], files: [aFile('late.txt')] } });
    expect(screen.queryByText('late.txt')).toBeNull();
  });
});

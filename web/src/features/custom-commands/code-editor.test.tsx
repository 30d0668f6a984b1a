import { describe, expect, it } from '@jest/globals';
import { CompletionContext } from '@codemirror/autocomplete';
import { javascript } from '@codemirror/lang-javascript';
import { diagnosticCount } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { codeEditor, writeCode } from '../../testing/code-editor.js';
import { openCustomCommands, press } from '../../testing/open-custom-commands.js';
import { completeHandler } from './code-mirror-completion.js';

/** The completions offered at `|`. */
function offered(marked: string): string[] {
  const pos = marked.indexOf('|');
  const state = EditorState.create({ doc: marked.replace('|', ''), extensions: javascript() });
  return completeHandler(new CompletionContext(state, pos, false))?.options.map(({ label }) => label) ?? [];
}
const MEMBERS = ['message', 'userId', 'channelId', 'guildId', 'botId', 'trigger', 'args', 'value', 'values', 'fields', 'options'];

describe('CodeEditor', () => {
  it('keeps what was typed before CodeMirror was loaded', async () => {
    openCustomCommands();
    // Without an await in between, because CodeMirror may replace the text area at any moment.
    await waitFor(() => fireEvent.change(screen.getByLabelText('Code'), { target: { value: 'early();' } }));
    expect((await codeEditor()).state.doc.toString()).toBe('early();');
  });

  it('moves the focus on Tab, indents after typing or a click, and moves the focus again after Escape', async () => {
    openCustomCommands();
    const { contentDOM, state } = await codeEditor();
    const tab = () => fireEvent.keyDown(contentDOM, { key: 'Tab', keyCode: 9 });
    const text = async () => (await codeEditor()).state.doc.toString();
    fireEvent.focus(contentDOM);
    expect(tab()).toBe(true);
    expect(await text()).toBe(state.doc.toString());
    fireEvent.click(contentDOM);
    expect(tab()).toBe(false);
    expect(await text()).toMatch(/^ {2}export/);
    fireEvent.keyDown(contentDOM, { key: 'Escape', keyCode: 27 });
    expect(tab()).toBe(true);
  });

  it('numbers its lines and has an accessible name and a hint how to leave it', async () => {
    openCustomCommands();
    await writeCode('a\nb\nc');
    const { contentDOM } = await codeEditor();
    await waitFor(() => expect(document.querySelector('.cm-lineNumbers')?.textContent).toContain('3'));
    expect(contentDOM.getAttribute('aria-multiline')).toBe('true');
    const described = contentDOM.getAttribute('aria-describedby')?.split(' ')[0] ?? '';
    expect(document.getElementById(described)?.textContent).toContain('Press Esc, then Tab');
  });

  it('marks the line of a syntax error until the code changes', async () => {
    openCustomCommands({ syntax: { valid: false, message: 'unexpected token', line: 2, column: 5 } });
    await codeEditor();
    await press('Test Syntax');
    await screen.findByText('Line 2: unexpected token');
    const view = await codeEditor();
    expect(diagnosticCount(view.state)).toBe(1);
    expect(view.contentDOM.getAttribute('aria-invalid')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Go to line 2' }));
    const { state } = view;
    expect(state.sliceDoc(state.selection.main.from, state.selection.main.to)).toContain('const name');
    await writeCode('ok');
    expect(diagnosticCount((await codeEditor()).state)).toBe(0);
  });

  it.each([
    ['export default async function handler(context) {\n  context.|', MEMBERS],
    ['export default (ctx) => ctx.ar|', MEMBERS],
    ['export default async function handler({ mess|', MEMBERS],
    [
      'function handler(context) {\n  return { su|',
      ['success', 'response', 'shouldReply', 'embeds', 'buttons', 'selects', 'form', 'context'],
    ],
    ['function handler(context) {\n  con|', ['context']],
    ['function handler({ args, userId }) {\n  ar|', ['userId', 'args']],
    ['function handler(context) {\n  other.ar|', []],
  ])('completes %j', (code, labels) => {
    expect(offered(code)).toEqual(labels);
  });
});

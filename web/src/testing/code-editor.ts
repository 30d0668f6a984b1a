import { EditorView } from '@codemirror/view';
import { act, screen, waitFor } from '@testing-library/react';

// jsdom lays nothing out, and the editor measures.
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect ??= () => ({ left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0 }) as DOMRect;

/** The editor, once it has taken the place of the text area. */
export async function codeEditor(): Promise<EditorView> {
  return waitFor(() => {
    const view = EditorView.findFromDOM(screen.getByLabelText('Code'));
    if (!view) throw new Error('still the text area');
    return view;
  });
}

/** Writes another code, as if it were typed. */
export async function writeCode(code: string): Promise<void> {
  const view = await codeEditor();
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: code }, userEvent: 'input.type' }));
}

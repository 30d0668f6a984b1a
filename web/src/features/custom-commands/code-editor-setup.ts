import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript, javascriptLanguage } from '@codemirror/lang-javascript';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { completeHandler } from './code-editor-completion.js';
import { codeColors, codeTheme } from './code-editor-theme.js';

/** Everything that makes the editor one for handlers of commands. */
export const codeExtensions = (): Extension => [
  lineNumbers(),
  highlightActiveLineGutter(),
  highlightActiveLine(),
  history(),
  drawSelection(),
  indentOnInput(),
  indentUnit.of('  '),
  bracketMatching(),
  closeBrackets(),
  autocompletion({ icons: false }),
  javascript(),
  javascriptLanguage.data.of({ autocomplete: completeHandler }),
  syntaxHighlighting(codeColors),
  codeTheme,
  polite,
  typeOver,
  keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
];

/**
 * Tab indents once somebody clicks or types here. Whoever comes with Tab and does neither goes on with Tab, and Escape gives Tab back:
 * nobody is caught (WCAG 2.1.2).
 */
const polite: Extension = [
  EditorView.domEventHandlers({
    focus: (_event, view) => view.setTabFocusMode(true),
    click: (_event, view) => view.setTabFocusMode(false),
    keydown: (event, view) => {
      if (event.key === 'Escape') view.setTabFocusMode(true);
      return false;
    },
  }),
  EditorView.updateListener.of(({ view, transactions }) => {
    if (transactions.some((one) => one.isUserEvent('input') || one.isUserEvent('delete'))) view.setTabFocusMode(false);
  }),
];

/**
 * Typing over a selection. Left to itself, Chromium carries the look of what it replaces over into style attributes, which the content
 * policy of the gateway refuses and reports.
 */
const typeOver: Extension = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { inputType, data } = event;
    // Not the selection of the state: what selected the text may have done so a moment ago.
    const selection = view.dom.ownerDocument.getSelection();
    if (inputType !== 'insertText' || data === null || !selection || selection.isCollapsed || view.compositionStarted)
      return false;
    const range = selection.getRangeAt(0);
    const from = view.posAtDOM(range.startContainer, range.startOffset);
    const to = view.posAtDOM(range.endContainer, range.endOffset);
    const insert = () =>
      view.state.update({
        changes: { from, to, insert: data },
        selection: { anchor: from + data.length },
        userEvent: 'input.type',
        scrollIntoView: true,
      });
    event.preventDefault();
    const isHandled = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert));
    if (!isHandled) view.dispatch(insert());
    return true;
  },
});

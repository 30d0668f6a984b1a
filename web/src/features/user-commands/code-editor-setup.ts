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

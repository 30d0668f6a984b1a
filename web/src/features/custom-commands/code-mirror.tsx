import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript, javascriptLanguage } from '@codemirror/lang-javascript';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { cspNonce } from '../../lib/content-policy.js';
import { t } from '../../lib/i18n.js';
import { completeHandler } from './code-mirror-completion.js';
import { codeColors, codeTheme } from './code-mirror-theme.js';

/** An error in the code. */
export interface CodeError {
  readonly message: string;
  readonly line: number | null;
}

/** Actions of both editors. */
export interface EditorHandle {
  readonly focus: () => void;
  /** Selects a line (1-based) and scrolls to it. */
  readonly goTo: (line: number) => void;
}

export interface EditorProps {
  readonly id: string;
  readonly value: string;
  readonly error: CodeError | null;
  readonly onChange: (code: string) => void;
  readonly onReady: (handle: EditorHandle | null) => void;
  /** Selection in the text area that the editor replaces; null when it did not have the focus. */
  readonly initialSelection: { readonly anchor: number; readonly head: number } | null;
}

/** CodeMirror; takes over text, focus and selection of the text area. */
export function CodeMirrorEditor({ id, value, error, initialSelection, onChange, onReady }: EditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const changed = useEffectEvent(onChange);
  const ready = useEffectEvent(onReady);
  const first = useEffectEvent(() => ({ doc: value, selection: initialSelection ?? undefined }));

  useLayoutEffect(() => {
    if (!box.current) return;
    const content = {
      id,
      'aria-label': t('customCommands.code'),
      'aria-describedby': `${id}-hint ${id}-fault`,
      autocapitalize: 'off',
      spellcheck: 'false',
      // Accessibility checkers do not recognize it as focusable otherwise.
      tabindex: '0',
    };
    const nonce = cspNonce();
    const editor = new EditorView({
      parent: box.current,
      state: EditorState.create({
        ...first(),
        extensions: [
          // The content security policy allows CodeMirror's style element by its nonce.
          nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
          EditorView.contentAttributes.of(content),
          lintGutter(),
          codeExtensions(),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            if (docChanged && !transactions.some((transaction) => transaction.annotation(fromForm)))
              changed(state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    if (first().selection) editor.focus();
    ready({ focus: () => editor.focus(), goTo: (line) => goTo(editor, line) });
    return () => {
      ready(null);
      editor.destroy();
      view.current = null;
    };
  }, [id]);

  useEffect(() => {
    if (view.current) replace(view.current, value);
  }, [value]);
  useEffect(() => {
    if (view.current) markError(view.current, error);
  }, [error]);
  return <div ref={box} className="code-mirror" />;
}

/** Marks changes that come from the form, which are not reported back to it. */
const fromForm = Annotation.define<boolean>();

/** Shows a text that the form set, for example after another command was opened. */
function replace(view: EditorView, value: string): void {
  const { doc } = view.state;
  if (doc.toString() === value) return;
  view.dispatch({ changes: { from: 0, to: doc.length, insert: value }, annotations: fromForm.of(true) });
}

/** Marks the line of the error, with the message as its tooltip, and sets `aria-invalid`. */
function markError(view: EditorView, error: CodeError | null): void {
  const { state } = view;
  view.contentDOM.setAttribute('aria-invalid', String(error !== null));
  const line = error?.line ?? null;
  if (error === null || line === null) return view.dispatch(setDiagnostics(state, []));
  const { from, to } = state.doc.line(Math.min(Math.max(1, line), state.doc.lines));
  view.dispatch(setDiagnostics(state, [{ from, to, severity: 'error', message: error.message }]));
}

function goTo(view: EditorView, line: number): void {
  const { doc } = view.state;
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
  view.focus();
  view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
}

const codeExtensions = (): Extension => [
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
  tabFocus,
  replaceSelection,
  keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
];

/**
 * Tab indents only after a click or typing, and Escape ends that, so that keyboard users can always leave the editor with Tab
 * (WCAG 2.1.2).
 */
const tabFocus: Extension = [
  EditorView.domEventHandlers({
    focus: (_event, view) => view.setTabFocusMode(true),
    click: (_event, view) => view.setTabFocusMode(false),
    keydown: (event, view) => {
      if (event.key === 'Escape') view.setTabFocusMode(true);
      return false;
    },
  }),
  EditorView.updateListener.of(({ view, transactions }) => {
    if (transactions.some((transaction) => transaction.isUserEvent('input') || transaction.isUserEvent('delete')))
      view.setTabFocusMode(false);
  }),
];

/**
 * Handles typing over a selection. Chromium would copy the look of the replaced text into style attributes, which violates the
 * content security policy.
 */
const replaceSelection: Extension = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { inputType, data } = event;
    // The DOM selection, because the editor state may not have caught up with it yet.
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

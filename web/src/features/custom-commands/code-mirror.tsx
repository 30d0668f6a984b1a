import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript, javascriptLanguage } from '@codemirror/lang-javascript';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { pageNonce } from '../../lib/content-policy.js';
import { t } from '../../lib/i18n.js';
import type { CodeSurfaceProps, Fault } from './code-editor.js';
import { completeHandler } from './code-mirror-completion.js';
import { codeColors, codeTheme } from './code-mirror-theme.js';

/** CodeMirror in the place of the text area; takes over its text, its focus and its selection. */
export function CodeMirrorEditor({ id, value, fault, resume, onChange, onReady }: CodeSurfaceProps) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const changed = useEffectEvent(onChange);
  const ready = useEffectEvent(onReady);
  const first = useEffectEvent(() => ({ doc: value, selection: resume ?? undefined }));

  useLayoutEffect(() => {
    if (!box.current) return;
    const content = {
      id,
      'aria-label': t('customCommands.code'),
      'aria-describedby': `${id}-hint ${id}-fault`,
      autocapitalize: 'off',
      spellcheck: 'false',
      // Checkers of accessibility do not see otherwise that it can be focused.
      tabindex: '0',
    };
    const nonce = pageNonce();
    const editor = new EditorView({
      parent: box.current,
      state: EditorState.create({
        ...first(),
        extensions: [
          // Its styles are a style element, which the policy of the gateway admits by its nonce.
          nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
          EditorView.contentAttributes.of(content),
          lintGutter(),
          codeExtensions(),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            if (docChanged && !transactions.some((one) => one.annotation(fromForm))) changed(state.doc.toString());
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
    if (view.current) mark(view.current, fault);
  }, [fault]);
  return <div ref={box} className="code-mirror" />;
}

/** Marks what the form has put there itself: it need not be told. */
const fromForm = Annotation.define<boolean>();

/** The form set another text than the one that was typed: another command was opened, for instance. */
function replace(view: EditorView, value: string): void {
  const { doc } = view.state;
  if (doc.toString() === value) return;
  view.dispatch({ changes: { from: 0, to: doc.length, insert: value }, annotations: fromForm.of(true) });
}

/** The line of the fault in the gutter, its words when it is pointed at; and what assistive technology is told. */
function mark(view: EditorView, fault: Fault | null): void {
  const { state } = view;
  view.contentDOM.setAttribute('aria-invalid', String(fault !== null));
  const line = fault?.line ?? null;
  if (fault === null || line === null) return view.dispatch(setDiagnostics(state, []));
  const { from, to } = state.doc.line(Math.min(Math.max(1, line), state.doc.lines));
  view.dispatch(setDiagnostics(state, [{ from, to, severity: 'error', message: fault.message }]));
}

function goTo(view: EditorView, line: number): void {
  const { doc } = view.state;
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
  view.focus();
  view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
}

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

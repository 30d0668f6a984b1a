import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { t } from '../../lib/i18n.js';
import { pageNonce } from '../../lib/page-nonce.js';
import { codeExtensions } from './code-editor-setup.js';
import type { CodeSurfaceProps, Fault } from './code-editor.js';

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

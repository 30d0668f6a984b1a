import { useRef, type KeyboardEvent, type Ref } from 'react';
import { t } from '../../lib/i18n.js';
import { CLOSES, closeBracket, indent, lineRange, newLine, outdent, type Edit, type Selection } from './code-keys.js';
import './code-editor.css';

/** What is wrong with the code, and where. */
export interface Fault {
  readonly message: string;
  readonly line: number | null;
}

interface CodeEditorProps {
  /** Given by the form, as are `value` and `onChange`. */
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (code: string) => void;
  readonly fault: Fault | null;
}

/** A text area for code: line numbers, indentation, and the line of an error marked. */
export function CodeEditor({ id = 'code', value = '', onChange, fault }: CodeEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const numbers = useRef<HTMLOListElement>(null);
  const { onKeyDown, takeTab, releaseTab } = useCodeKeys();
  const lines = value.split('\n');
  const widest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const faultLine = fault?.line ?? null;

  const goTo = (line: number): void => {
    const { start, end } = lineRange(value, line);
    field.current?.focus();
    field.current?.setSelectionRange(start, end);
    numbers.current?.children[line - 1]?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div>
      <div className="code-box" data-faulty={fault !== null}>
        <div className="code-sheet">
          <Numbers ref={numbers} count={lines.length} faultLine={faultLine} />
          <textarea
            ref={field}
            id={id}
            className="code-input"
            value={value}
            // Grows with the text, so that numbers and text scroll as one.
            rows={lines.length}
            cols={Math.max(widest + 2, 20)}
            wrap="off"
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            aria-invalid={fault !== null}
            aria-describedby={`${id}-hint ${id}-fault`}
            onChange={(event) => {
              takeTab();
              onChange?.(event.target.value);
            }}
            onFocus={releaseTab}
            onClick={takeTab}
            onKeyDown={onKeyDown}
          />
        </div>
      </div>
      <p id={`${id}-hint`} className="code-hint">
        {t('userCommands.codeHint')}
      </p>
      <p id={`${id}-fault`} className="code-fault" role="alert">
        {fault && (faultLine === null ? fault.message : t('userCommands.codeLine', { line: faultLine, message: fault.message }))}
      </p>
      {faultLine !== null && (
        <button type="button" className="code-goto" onClick={() => goTo(faultLine)}>
          {t('userCommands.goToLine', { line: faultLine })}
        </button>
      )}
    </div>
  );
}

interface NumbersProps {
  readonly ref: Ref<HTMLOListElement>;
  readonly count: number;
  readonly faultLine: number | null;
}

const Numbers = ({ ref, count, faultLine }: NumbersProps) => (
  <ol ref={ref} className="code-lines" aria-hidden="true">
    {Array.from({ length: count }, (_none, index) => (
      <li key={index} data-fault={index + 1 === faultLine} />
    ))}
  </ol>
);

/**
 * Tab indents once somebody clicks or types here. Whoever comes with Tab and does neither goes on with Tab, and Escape gives Tab back:
 * nobody is caught (WCAG 2.1.2).
 */
function useCodeKeys() {
  const isTabOurs = useRef(false);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') isTabOurs.current = false;
    const edit = editFor(event, isTabOurs.current);
    if (!edit) return;
    event.preventDefault();
    apply(event.currentTarget, edit);
  };
  return {
    onKeyDown,
    takeTab: () => {
      isTabOurs.current = true;
    },
    releaseTab: () => {
      isTabOurs.current = false;
    },
  };
}

function editFor(event: KeyboardEvent<HTMLTextAreaElement>, isTabOurs: boolean): Edit | null {
  const { value: text, selectionStart: start, selectionEnd: end } = event.currentTarget;
  const selection: Selection = { text, start, end };
  // Ctrl and Alt together are AltGr, which many layouts need for a bracket.
  if (CLOSES.test(event.key) && !event.metaKey && event.ctrlKey === event.altKey) return closeBracket(selection, event.key);
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (event.key === 'Enter') return newLine(selection);
  if (event.key !== 'Tab' || !isTabOurs) return null;
  return event.shiftKey ? outdent(selection) : indent(selection);
}

/** As if it were typed, so that it can be undone. */
function apply(field: HTMLTextAreaElement, { from, to, text, start, end }: Edit): void {
  field.setSelectionRange(from, to);
  const isTyped = typeof document.execCommand === 'function' && document.execCommand('insertText', false, text);
  if (!isTyped) {
    field.setRangeText(text, from, to, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  field.setSelectionRange(start, end);
}

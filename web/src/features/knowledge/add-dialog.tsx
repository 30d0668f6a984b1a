import { Form } from 'antd';
import { FileUp } from 'lucide-react';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { formatBytes } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { RequestError } from '../../lib/request.js';
import { toast } from '../../lib/toast.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Meter } from '../../ui/indicators.js';
import { LeaveDialog, useLeaveGuard } from '../../ui/unsaved-changes.js';
import { ContentField, KnowledgeFields, Missing, Refusal, TypeChoice } from './knowledge-form.js';
import { type KnowledgeType, type KnowledgeValues, missingOf, showRefusal, valuesOf } from './knowledge-values.js';
import { fileProblem, useSaveKnowledge } from './use-save-knowledge.js';

interface AddDialogProps {
  readonly botId: string;
  readonly onClose: () => void;
}

/** Adds a text, a file, an image or a page. Refusals are said inside, so that nothing typed is lost. */
export function AddDialog({ botId, onClose }: AddDialogProps) {
  const { form, type, file, fileFault, share, isBusy, isDirty, notice, setType, touch, choose, submit, cancel } = useAdding(
    botId,
    onClose,
  );
  const values = Form.useWatch((all: Partial<KnowledgeValues>) => all, form) ?? {};
  const missing = missingOf(type, values, file !== null && fileFault === null);
  const missingId = useId();
  const guard = useLeaveGuard(isDirty);
  const close = (): void => guard.leave(onClose);
  const isFile = type === 'file' || type === 'image';
  return (
    <>
      <Dialog title={t('knowledge.add')} onClose={isBusy ? cancel : close}>
        <Form
          form={form}
          name="knowledge"
          layout="vertical"
          initialValues={valuesOf(null)}
          requiredMark={false}
          noValidate
          onValuesChange={touch}
          onFinish={() => void submit()}
          className="knowledge-form form-items"
        >
          <TypeChoice value={type} isDisabled={isBusy} onChange={setType} />
          {isFile && <FileField type={type} file={file} problem={fileFault} isDisabled={isBusy} onChoose={choose} />}
          <KnowledgeFields type={type} isReadOnly={isBusy}>
            {!isFile && <ContentField type={type} isReadOnly={isBusy} />}
          </KnowledgeFields>
          {share !== null && <Progress share={share} />}
          <Refusal>{notice}</Refusal>
          <Missing id={missingId} parts={missing} />
          <div className="dialog-foot">
            {share === null ? (
              <Button disabled={isBusy} onClick={close}>
                {t('common.cancel')}
              </Button>
            ) : (
              <Button onClick={cancel}>{t('knowledge.cancelUpload')}</Button>
            )}
            <Button
              type="submit"
              variant="primary"
              isBusy={isBusy}
              disabled={missing.length > 0}
              aria-describedby={missing.length > 0 ? missingId : undefined}
            >
              {t('knowledge.add')}
            </Button>
          </div>
        </Form>
      </Dialog>
      <LeaveDialog guard={guard} />
    </>
  );
}

const Progress = ({ share }: { readonly share: number }) => {
  const percent = Math.round(share * 100);
  const words = share < 1 ? t('knowledge.uploading', { percent }) : t('knowledge.storing');
  return (
    <div className="upload-progress">
      <p>{words}</p>
      <Meter label={t('knowledge.uploading', { percent })} value={percent} max={100} />
    </div>
  );
};

function useAdding(botId: string, onClose: () => void) {
  const [form] = Form.useForm<KnowledgeValues>();
  const save = useSaveKnowledge(botId);
  const [type, setType] = useState<KnowledgeType>('text');
  const [file, setFile] = useState<File | null>(null);
  const [fileFault, setFileFault] = useState<string | null>(null);
  /** How much of the file has left; null while none is on its way. */
  const [share, setShare] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isDirty, setDirty] = useState(false);
  const [notice, setNotice] = useState<string | null>(null);
  const upload = useRef<AbortController | null>(null);
  useEffect(() => () => upload.current?.abort(), []);

  const choose = (chosen: File): void => {
    setFile(chosen);
    setFileFault(fileProblem(chosen));
    setDirty(true);
    // A picture is an image, whichever of the two was asked for.
    if (chosen.type !== '') setType(/^image\/(png|jpeg|gif|webp)$/.test(chosen.type) ? 'image' : 'file');
    if (!String(form.getFieldValue('title') ?? '').trim()) form.setFieldsValue({ title: chosen.name.slice(0, 200) });
  };
  const send = async (values: KnowledgeValues): Promise<void> => {
    if (type === 'text' || type === 'url') return save.add(type, values);
    if (!file) return;
    upload.current = new AbortController();
    setShare(0);
    await save.upload({ file, values, onProgress: setShare, signal: upload.current.signal });
  };
  const submit = async (): Promise<void> => {
    const values = form.getFieldsValue(true) as KnowledgeValues;
    if (isBusy || missingOf(type, values, file !== null && fileFault === null).length > 0) return;
    setBusy(true);
    setNotice(null);
    try {
      await send(values);
      toast.success(t('knowledge.added'));
      onClose();
    } catch (error) {
      setBusy(false);
      setShare(null);
      explain(error);
    }
  };
  const explain = (error: unknown): void => {
    if (error instanceof DOMException && error.name === 'AbortError') return setNotice(t('knowledge.uploadCancelled'));
    if (!(error instanceof RequestError)) return setNotice(showRefusal(form, error));
    if (isAboutFile(error.code)) setFileFault(error.reason);
    else setNotice(error.reason);
  };
  const cancel = (): void => upload.current?.abort();
  const touch = (): void => setDirty(true);
  return { form, type, file, fileFault, share, isBusy, isDirty, notice, setType, touch, choose, submit, cancel };
}

const isAboutFile = (code: string | undefined): boolean => code === 'UNSUPPORTED_MEDIA' || code === 'TOO_LARGE';

// What part 2, section 5 lists; .doc too, so that whoever has one is told why it cannot be read.
const ACCEPTED = {
  file: '.txt,.pdf,.doc,.docx,.md,.json,.csv',
  image: 'image/png,image/jpeg,image/gif,image/webp',
} as const;

interface FileFieldProps {
  readonly type: 'file' | 'image';
  readonly file: File | null;
  readonly problem: string | null;
  readonly isDisabled: boolean;
  readonly onChoose: (file: File) => void;
}

/** One file, chosen or dropped. */
export function FileField({ type, file, problem, isDisabled, onChoose }: FileFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent): void => {
    if (isDisabled || ![...event.dataTransfer.types].includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped && !isDisabled) onChoose(dropped);
  };
  return (
    <div className="file-field">
      <div
        className="file-drop"
        data-over={isOver}
        data-faulty={problem !== null}
        onDragEnter={over}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileUp size={22} aria-hidden="true" />
        {file && <p className="file-name">{t('knowledge.chosen', { name: file.name, size: formatBytes(file.size) })}</p>}
        <Button
          size="sm"
          disabled={isDisabled}
          aria-describedby={`${id}-hint ${id}-problem`}
          onClick={() => input.current?.click()}
        >
          {t(file ? 'knowledge.otherFile' : type === 'image' ? 'knowledge.chooseImage' : 'knowledge.choose')}
        </Button>
        {!file && <p className="muted">{t('knowledge.drop')}</p>}
        <input
          ref={input}
          type="file"
          hidden
          accept={ACCEPTED[type]}
          aria-label={t(type === 'image' ? 'knowledge.types.image' : 'knowledge.types.file')}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            // The same file can be chosen again after it was mended.
            currentTarget.value = '';
            if (chosen) onChoose(chosen);
          }}
        />
      </div>
      <p id={`${id}-hint`} className="file-hint">
        {t(`knowledge.typeHint.${type}`)}
      </p>
      <p id={`${id}-problem`} className="field-error" role="alert">
        {problem}
      </p>
    </div>
  );
}

import { useMutation } from '@apollo/client/react';
import { ToolServerInput } from '@kith/proto';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { FormDialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { Notice } from '../../ui/state.js';
import { ADD_TOOL_SERVER, TOOL_SERVERS } from './tool-servers.graphql.js';

const EMPTY = { name: '', address: '', token: '' };
type FieldName = keyof typeof EMPTY;

interface ToolServerDialogProps {
  readonly botId: string;
  readonly onClose: () => void;
}

/** Form for an MCP server, which is asked for its tools before it is kept. */
export function ToolServerDialog({ botId, onClose }: ToolServerDialogProps) {
  const [typed, setTyped] = useState(EMPTY);
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({});
  const [failure, setFailure] = useState<string>();
  const [add, { loading }] = useMutation(ADD_TOOL_SERVER, {
    refetchQueries: [TOOL_SERVERS],
    onCompleted: ({ addToolServer }) => {
      toast.success(t('toolServers.added'), { text: t('toolServers.addedText', { count: addToolServer.tools.length }) });
      onClose();
    },
    onError: (error) => {
      const { message = t('crash.title'), fields } = readError(error);
      if (fields) setProblems(fields);
      else setFailure(message);
    },
  });
  const submit = (): void => {
    setFailure(undefined);
    const parsed = ToolServerInput.safeParse({ ...typed, token: typed.token.trim() || null });
    if (parsed.success) return void add({ variables: { botId, input: parsed.data } });
    setProblems(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])));
  };
  const bind = (name: FieldName) => ({
    name,
    value: typed[name],
    error: problems[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: target.value });
      setProblems({ ...problems, [name]: undefined });
    },
  });
  return (
    <FormDialog
      title={t('toolServers.add')}
      submit={t('toolServers.addSubmit')}
      isBusy={loading}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field {...bind('name')} label={t('toolServers.name')} maxLength={60} />
      <Field {...bind('address')} label={t('toolServers.address')} placeholder="https://mcp.example.org/mcp" maxLength={500} />
      <Field
        {...bind('token')}
        type="password"
        label={t('toolServers.token')}
        maxLength={2000}
        {...{ words: { show: t('toolServers.showToken'), hide: t('toolServers.hideToken') } }}
      />
      <p className="note">{t('toolServers.tokenHint')}</p>
      {failure && (
        <Notice tone="danger" isAlert>
          {failure}
        </Notice>
      )}
    </FormDialog>
  );
}

import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { toast } from '../../lib/toast.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Skeleton } from '../../ui/indicators.js';
import { LoadError, StaleNotice } from '../../ui/load-error.js';
import { FIRST_PAGE, Pager } from '../../ui/pager.js';
import {
  ACT_ON_SYSTEM,
  SYSTEM_PAGE,
  type PageAction,
  type PagePlace,
  type PageRow,
  type PageSection,
} from './systems.graphql.js';

/** Rows on one page of a table, of which a page may have several. */
export const ROWS = 10;
/** On one page of what a row opens, as a transcript that is read. */
const OPENED_ROWS = 20;

interface SystemSectionProps {
  readonly place: PagePlace;
  /** The table with its first rows. */
  readonly first: PageSection;
  /** Rows on one page. */
  readonly limit?: number;
}

/** A table of what a system keeps, page by page, with the buttons of its rows. */
export function SystemSection({ place, first, limit = ROWS }: SystemSectionProps) {
  const [position, setPosition] = useState(FIRST_PAGE);
  const { offset } = position;
  const [opened, setOpened] = useState<string>();
  const { data, previousData, error } = useQuery(SYSTEM_PAGE, {
    variables: { ...place, section: first.id, limit, ...position },
    skip: offset === 0,
  });
  const later = (data ?? previousData)?.systemPage.sections[0];
  const section = offset === 0 ? first : (later ?? first);
  // The last row of the last page was removed.
  if (offset > 0 && data && section.rows.length === 0) setPosition({ offset: Math.max(0, offset - limit), cursor: null });
  return (
    <div className="stack gap-sm">
      <h4>{section.title}</h4>
      {error && <StaleNotice error={error} />}
      {section.rows.length === 0 ? (
        <p className="note">{section.empty}</p>
      ) : (
        <Table place={place} section={section} onOpen={setOpened} />
      )}
      <Pager
        label={section.title}
        page={section}
        offset={offset}
        limit={limit}
        isTurning={offset > 0 && !data}
        onTurn={setPosition}
      />
      {opened !== undefined && <OpenedSection key={opened} place={place} id={opened} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

interface OpenedSectionProps {
  readonly place: PagePlace;
  readonly id: string;
  readonly onClose: () => void;
}

/** What a button of a row shows: the transcript of a ticket, for example. */
function OpenedSection({ place, id, onClose }: OpenedSectionProps) {
  const { data, error, refetch } = useQuery(SYSTEM_PAGE, {
    variables: { ...place, section: id, limit: OPENED_ROWS, offset: 0 },
    fetchPolicy: 'network-only',
  });
  const first = data?.systemPage.sections[0];
  return (
    <div className="stack gap-sm">
      {error && (
        <LoadError title={t('systems.servers.failed')} error={error} onRetry={() => void refetch().catch(() => undefined)} />
      )}
      {!error && !first && <Skeleton height={88} />}
      {first && <SystemSection place={place} first={first} limit={OPENED_ROWS} />}
      <Button size="sm" onClick={onClose}>
        {t('systems.servers.close')}
      </Button>
    </div>
  );
}

interface TableProps {
  readonly place: PagePlace;
  readonly section: PageSection;
  /** Shows another section. */
  readonly onOpen: (section: string) => void;
}

function Table({ place, section, onOpen }: TableProps) {
  const [asked, setAsked] = useState<{ readonly row: PageRow; readonly action: PageAction }>();
  const { send, isPending } = useToastMutation(ACT_ON_SYSTEM, {
    refetchQueries: [SYSTEM_PAGE],
    failed: t('systems.servers.actFailed'),
    done: ({ actOnSystem }) => toast.success(t('systems.servers.done'), { text: actOnSystem.message }),
  });
  const act = (row: PageRow, action: PageAction): void => {
    setAsked(undefined);
    if (action.opens) return onOpen(action.opens);
    void send({ ...place, action: action.id, rowId: row.id }, keyOf(row, action));
  };
  const hasActions = section.rows.some(({ actions }) => actions.length > 0);
  return (
    // Wide tables scroll by keyboard too.
    <div className="system-table" role="region" aria-label={section.title} tabIndex={0}>
      <table className="table">
        <Head columns={section.columns} hasActions={hasActions} />
        <tbody>
          {section.rows.map((row) => (
            <tr key={row.id}>
              {section.columns.map((column, at) => (
                <td key={column} data-label={column}>
                  {row.cells[at]}
                </td>
              ))}
              {hasActions && (
                <td className="system-row-actions">
                  <div>
                    {row.actions.map((action) => (
                      <Button
                        key={action.id}
                        size="sm"
                        isBusy={isPending(keyOf(row, action))}
                        aria-label={t('systems.servers.actionOf', { action: action.label, row: row.cells[0] ?? '' })}
                        onClick={() => (action.confirm === null ? act(row, action) : setAsked({ row, action }))}
                      >
                        {action.label}
                      </Button>
                    ))}
                  </div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {asked && (
        <ConfirmDialog
          title={t('systems.servers.actionOf', { action: asked.action.label, row: asked.row.cells[0] ?? '' })}
          text={asked.action.confirm ?? ''}
          confirm={asked.action.label}
          onConfirm={() => act(asked.row, asked.action)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

function Head({ columns, hasActions }: { readonly columns: readonly string[]; readonly hasActions: boolean }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
        {hasActions && (
          <th scope="col">
            <span className="sr-only">{t('systems.servers.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

const keyOf = (row: PageRow, action: PageAction): string => `${row.id} ${action.id}`;

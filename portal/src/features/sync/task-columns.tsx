import type { SyncTask } from '@tablewire/contracts/rms/sync'
import { formatInstant, formatNumber } from '#src/kit/format.ts'
import { NameCell, PhoneRow } from '#src/kit/list/cells.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { useColumns } from '#src/kit/list/use-columns.ts'
import { ErrorCount, ErrorWords, originOf, Progress, standingOf, StateTag } from './task-status.tsx'
import { useT } from './use-t.ts'

type T = ReturnType<typeof useT>

/** Who asked, and what is special about this round, where columns have no room for it. */
const besides = (t: T, { origin, askedBy, onlyFailed }: SyncTask): string =>
  [onlyFailed ? t('onlyFailed') : '', origin === 'person' ? t('by', { name: askedBy ?? '' }) : ''].filter(Boolean).join(' · ')

const instant = (at: string | null): string => (at ? formatInstant(at) : '–')

export const rowWords = (t: T, task: SyncTask): string =>
  [
    t(`kind.${task.kind}`),
    task.systemName,
    standingOf(t, task).words,
    t('row.errors', { count: task.errors }),
    instant(task.startedAt),
  ].join(', ')

const OnPhone = ({ task }: { task: SyncTask }) => {
  const t = useT()
  return (
    <>
      <PhoneRow>
        <strong className="clip">{t(`kind.${task.kind}`)}</strong>
        <StateTag task={task} />
      </PhoneRow>
      <span className="clip quiet">
        {task.errors > 0 ? (
          <>
            <ErrorWords errors={task.errors} />
            {' · '}
          </>
        ) : null}
        {[instant(task.startedAt ?? task.createdAt), task.systemName, besides(t, task)].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}
export const phoneRow = (task: SyncTask) => <OnPhone task={task} />

export const useTaskColumns = () => {
  const t = useT()
  const all: Column<SyncTask>[] = [
    {
      id: 'task',
      title: t('c.task'),
      width: 'minmax(104px, 1fr)',
      always: true,
      cell: (task) => (
        <NameCell>
          <strong>{t(`kind.${task.kind}`)}</strong>
          {task.onlyFailed ? <small>{t('onlyFailed')}</small> : null}
        </NameCell>
      ),
    },
    { id: 'partner', title: t('c.partner'), width: 'minmax(132px, 1.4fr)', cell: ({ systemName }) => systemName },
    { id: 'origin', title: t('c.origin'), width: 'minmax(100px, 0.8fr)', from: 1080, cell: (task) => originOf(t, task) },
    {
      id: 'toExecute',
      title: t('c.toExecute'),
      width: '110px',
      align: 'end',
      from: 1380,
      cell: ({ toExecute }) => (toExecute === null ? '–' : formatNumber(toExecute)),
    },
    {
      id: 'executed',
      title: t('c.executed'),
      width: 'minmax(76px, 0.5fr)',
      from: 860,
      cell: (task) => <Progress task={task} label={t('progress', { name: t(`kind.${task.kind}`) })} />,
    },
    { id: 'changed', title: t('c.changed'), width: '100px', align: 'end', from: 1460, cell: ({ changed }) => formatNumber(changed) },
    { id: 'errors', title: t('c.errors'), width: '48px', align: 'end', from: 600, cell: ({ errors }) => <ErrorCount errors={errors} /> },
    { id: 'start', title: t('c.start'), width: '145px', from: 700, cell: ({ startedAt }) => instant(startedAt) },
    { id: 'end', title: t('c.end'), width: '145px', from: 1030, cell: ({ endedAt }) => instant(endedAt) },
    { id: 'state', title: t('c.state'), width: '156px', cell: (task) => <StateTag task={task} /> },
  ]
  return useColumns('sync', all)
}

import { mdiRefresh, mdiStop } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { sync, type SyncTask } from '@tablewire/contracts/rms/sync'
import type { MouseEvent, ReactNode } from 'react'
import { queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { useFaultWords } from '#src/i18n/use-fault-words.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatInstant, formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { KeptButton } from '#src/kit/KeptButton.tsx'
import { PanelBody } from '#src/kit/panel-body.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { toast } from '#src/kit/toasts.ts'
import { ErrorCount, isOpen, originOf, Progress, StateTag } from './task-status.tsx'
import { TaskLogs } from './TaskLogs.tsx'
import { useT } from './use-t.ts'

const Root = styled(PanelBody)(({ theme }) => ({
  '& > .head': { display: 'grid', gap: 6, justifyItems: 'start' },
  '& > .head > p': { margin: 0, color: theme.vars.palette.text.secondary, fontSize: '0.875rem' },
}))

/** A button that goes with what it did takes the focus along: who works by keyboard goes on in the panel. */
const panelOf = ({ currentTarget }: MouseEvent<HTMLElement>) => currentTarget.closest<HTMLElement>('[data-panel]')

type TaskPanelProps = { id: string; onShow: (id: string) => void }

/** One task: how far it is, what it came to, what happened, and doing it again. */
export const TaskPanel = ({ id, onShow }: TaskPanelProps) => {
  const t = useT()
  const query = useEndpoint(sync.get, { params: { id } })
  const task = query.data
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!task)
    return (
      <Root>
        <RowsSkeleton rows={6} />
      </Root>
    )
  return (
    <Root>
      <div className="head">
        <h2>{t(`kind.${task.kind}`)}</h2>
        <p>{task.systemName}</p>
        <StateTag task={task} />
      </div>
      <Progress task={task} label={t('progress', { name: t(`kind.${task.kind}`) })} shown />
      <Facts task={task} onShow={onShow} />
      <Acts task={task} onShow={onShow} />
      <h3>{t('logs')}</h3>
      <TaskLogs task={task} />
    </Root>
  )
}

const Facts = ({ task, onShow }: { task: SyncTask; onShow: (id: string) => void }) => {
  const t = useT()
  const { inFull } = useFaultWords()
  const { rerunOf } = task
  // What it once waited for is over in a task that has ended otherwise.
  const stuck = isOpen(task) || task.state === 'failed'
  // Those that are still to come have their place already, so that nothing jumps when the task begins or ends.
  const facts: [title: string, text: ReactNode][] = [
    [t('c.origin'), originOf(t, task)],
    [t('c.how'), task.onlyFailed ? t('onlyFailed') : t(`algorithm.${task.algorithm}`)],
    [t('c.start'), task.startedAt ? formatInstant(task.startedAt) : '–'],
    [t('c.end'), task.endedAt ? formatInstant(task.endedAt) : '–'],
    [t('c.changed'), formatNumber(task.changed)],
    [t('c.errors'), <ErrorCount key="errors" errors={task.errors} />],
    [t('c.nextTry'), task.nextTryAt && formatInstant(task.nextTryAt)],
    [t('c.lastError'), stuck && task.lastError ? inFull(task.lastError) : null],
  ]
  return (
    <dl>
      {facts.map(([title, text]) =>
        text === null ? null : (
          <div key={title} style={{ display: 'contents' }}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ),
      )}
      {rerunOf ? (
        <>
          <dt>{t('c.rerunOf')}</dt>
          <dd>
            <Button
              size="small"
              onClick={(event) => {
                panelOf(event)?.focus()
                onShow(rerunOf)
              }}
            >
              {t('rerunOf')}
            </Button>
          </dd>
        </>
      ) : null}
    </dl>
  )
}

const Acts = ({ task, onShow }: { task: SyncTask; onShow: (id: string) => void }) => {
  const t = useT()
  const stop = useCall(sync.stop)
  const rerun = useCall(sync.rerun)
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: ['sync'] })
  const again =
    (only: 'all' | 'failed') =>
    (event: MouseEvent<HTMLElement>): void => {
      const panel = panelOf(event)
      rerun.mutate(
        { params: { id: task.id }, body: { only } },
        {
          onSettled: () => panel?.focus(),
          onSuccess: (made) => {
            toast.success(t('started'))
            refresh()
            onShow(made.id)
          },
        },
      )
    }
  if (isOpen(task))
    return (
      <div className="acts">
        <KeptButton
          variant="outlined"
          color="inherit"
          startIcon={<Icon path={mdiStop} size={18} />}
          busy={stop.isPending}
          onClick={(event) => {
            const panel = panelOf(event)
            stop.mutate({ params: { id: task.id } }, { onSuccess: refresh, onSettled: () => panel?.focus() })
          }}
        >
          {t('stop')}
        </KeptButton>
      </div>
    )
  return (
    <div className="acts">
      <KeptButton variant="outlined" startIcon={<Icon path={mdiRefresh} size={18} />} disabled={rerun.isPending} onClick={again('all')}>
        {t('rerun.all')}
      </KeptButton>
      {task.failedVenues > 0 ? (
        <KeptButton variant="outlined" disabled={rerun.isPending} onClick={again('failed')}>
          {t('rerun.failed', { count: task.failedVenues, number: formatNumber(task.failedVenues) })}
        </KeptButton>
      ) : null}
    </div>
  )
}

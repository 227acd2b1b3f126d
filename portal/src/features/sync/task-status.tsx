import { styled } from '@mui/material/styles'
import type { SyncTask } from '@tablewire/contracts/rms/sync'
import { formatNumber } from '#src/kit/format.ts'
import { ProgressLine } from '#src/kit/ProgressLine.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import type { Tone } from '#src/kit/tones.ts'
import { useT } from './use-t.ts'

const tones: Record<SyncTask['state'], Tone> = {
  waiting: 'neutral',
  running: 'info',
  done: 'success',
  failed: 'danger',
  stopped: 'neutral',
}

type TaskStatus = Pick<SyncTask, 'state' | 'nextTryAt' | 'errors'>

/** How a task stands; one that waits for its system says so. */
export const standingOf = (t: ReturnType<typeof useT>, { state, nextTryAt, errors }: TaskStatus): { tone: Tone; words: string } => {
  if (state === 'running' && nextTryAt) return { tone: 'warning', words: t('state.away') }
  if (state === 'done' && errors > 0) return { tone: 'warning', words: t('state.doneWithErrors') }
  return { tone: tones[state], words: t(`state.${state}`) }
}

export const StateTag = ({ task }: { task: TaskStatus }) => {
  const { tone, words } = standingOf(useT(), task)
  return <Tag tone={tone}>{words}</Tag>
}

/** Whose wish the task was. */
export const originOf = (t: ReturnType<typeof useT>, { origin, askedBy }: SyncTask): string =>
  origin === 'person' ? (askedBy ?? '') : t('origin.schedule')

const Wrong = styled('strong')(({ theme }) => ({ color: theme.vars.palette.tone.danger.text, fontWeight: 600 }))

export const ErrorCount = ({ errors }: Pick<SyncTask, 'errors'>) =>
  errors > 0 ? <Wrong>{formatNumber(errors)}</Wrong> : formatNumber(errors)

/** The same where no heading says of what. */
export const ErrorWords = ({ errors }: Pick<SyncTask, 'errors'>) => <Wrong>{useT()('row.errors', { count: errors })}</Wrong>

export const isOpen = ({ endedAt }: Pick<SyncTask, 'endedAt'>): boolean => endedAt === null

const Root = styled('span')({
  position: 'relative',
  display: 'block',
  width: '100%',
  minWidth: 0,
  fontVariantNumeric: 'tabular-nums',
  '& > progress': {
    position: 'absolute',
    insetInline: 0,
    // Under the figures, so that these stand in line with the row.
    insetBlockStart: 'calc(100% + 2px)',
    height: 4,
    borderRadius: 2,
  },
})

/** `2 / 3`, or how many when nobody knows of how many yet. */
const executedOf = ({ executed, toExecute }: SyncTask): string =>
  toExecute === null ? formatNumber(executed) : `${formatNumber(executed)} / ${formatNumber(toExecute)}`

type ProgressProps = { task: SyncTask; label: string; shown?: boolean }

/** What is executed of what is to be; the bar keeps its place when it is over, so that nothing jumps. */
export const Progress = ({ task, label, shown = isOpen(task) }: ProgressProps) => {
  const { executed, toExecute } = task
  const value = toExecute ? Math.min(1, executed / toExecute) : isOpen(task) ? undefined : 1
  return (
    <Root>
      <span>{executedOf(task)}</span>
      <ProgressLine label={label} value={value} shown={shown} />
    </Root>
  )
}

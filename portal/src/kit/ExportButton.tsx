import { mdiMicrosoftExcel } from '@mdi/js'
import { useEffect } from 'react'
import { formatClock } from './format.ts'
import { Icon } from './Icon.tsx'
import { KeptButton } from './KeptButton.tsx'
import { toast } from './toasts.ts'
import { useT } from './use-t.ts'

type ExportStatus = {
  state?: 'waiting' | 'running' | 'done' | 'failed'
  failedFor?: 'right_lost' | 'sight_lost' | null
  rowsDone?: number
  rowsTotal?: number | null
  link?: string | null
  asOf?: string | null
  broken: boolean
}
type Refusal = { code: string; message: string }
type Props = {
  /** The list is empty: there is nothing to write. */
  none: boolean
  pending: boolean
  standing: ExportStatus | undefined
  /** Where it is not a list that is written. */
  label?: string
  hint?: string
  /** A workbook unless stated. */
  format?: 'xlsx' | 'csv'
  onStart: (callbacks: { started: () => void; refused: (error: Refusal) => void }) => void
  onEnd: () => void
  className?: string
}

const unasked: Partial<ExportStatus> = {}
const percentOf = ({ rowsDone = 0, rowsTotal }: ExportStatus): number | undefined =>
  rowsTotal ? Math.min(99, Math.round((100 * rowsDone) / rowsTotal)) : undefined

type T = ReturnType<typeof useT>
const hintOf = (t: T, format: Props['format']): string => t(format === 'csv' ? 'export.hint.csv' : 'export.hint')
const progressOf = (t: T, standing: ExportStatus): string => {
  const percent = percentOf(standing)
  return percent === undefined ? t('export.waiting') : t('export.running', { percent })
}

const doneText = (t: T, asOf: string | null | undefined): string =>
  asOf ? t('export.done.asOf', { time: formatClock(asOf, undefined, { seconds: true }) }) : t('export.done')

/** Exactly what the screen shows, by e-mail as a file. */
export const ExportButton = ({
  none,
  pending,
  standing,
  format = 'xlsx',
  label = format === 'csv' ? 'CSV' : undefined,
  hint,
  onStart,
  onEnd,
  className,
}: Props) => {
  const t = useT()
  const { state, link, asOf, broken, failedFor } = standing ?? unasked
  useEffect(() => {
    if (state === 'done')
      toast.success(doneText(t, asOf), ...(link ? [{ label: t('export.download'), run: () => location.assign(link) }] : []))
    else if (state === 'failed' || broken) toast.error(t(failedFor ? `export.failed.${failedFor}` : 'export.failed'))
    else return
    onEnd()
  }, [state, link, asOf, broken, failedFor, onEnd, t])
  const callbacks = {
    started: () => toast.info(t('export.asked')),
    refused: ({ code, message }: Refusal) => toast.error(code === 'export.too_many' ? message : t('export.failed')),
  }
  return (
    <KeptButton
      color="inherit"
      variant="outlined"
      {...(className ? { className } : {})}
      startIcon={<Icon path={mdiMicrosoftExcel} size={18} />}
      disabled={none || pending || standing !== undefined}
      title={hint ?? hintOf(t, format)}
      onClick={() => onStart(callbacks)}
    >
      <span className="word">{standing ? progressOf(t, standing) : (label ?? (format === 'csv' ? 'CSV' : t('export')))}</span>
    </KeptButton>
  )
}

import { mdiDeleteOutline, mdiEmailFastOutline, mdiPauseCircleOutline, mdiPencilOutline, mdiPlayCircleOutline } from '@mdi/js'
import { styled } from '@mui/material/styles'
import { type Report, reports } from '@tablewire/contracts/analytics/reports'
import { useState } from 'react'
import { queryClient, useCall } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { KeptButton } from '#src/kit/KeptButton.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { toast } from '#src/kit/toasts.ts'
import type { Tone } from '#src/kit/tones.ts'
import { weekdayName } from '#src/kit/Weekdays.tsx'
import { type Say, useT } from '../use-t.ts'
import { aboutText, partsOf } from './report-about.ts'
import type { DialogPurpose } from './use-report-form.ts'

const Item = styled('li')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  padding: '14px 0',
  '& + &': { borderBlockStart: `1px solid ${theme.vars.palette.divider}` },
  '& > h3': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 8px',
    margin: 0,
    fontSize: '0.9375rem',
    fontWeight: 600,
    overflowWrap: 'anywhere',
  },
  '& > p': { margin: 0, fontSize: '0.8125rem', lineHeight: 1.45, color: theme.vars.palette.text.secondary, overflowWrap: 'anywhere' },
  '& > p.bad': { color: theme.vars.palette.tone.danger.text },
  '& > .acts': { display: 'flex', flexWrap: 'wrap', gap: 6 },
}))

const tones: Record<Report['state'], Tone> = { active: 'success', paused: 'neutral', stopped: 'danger' }

const planText = (t: Say, { rhythm, weekday, monthDay, time, timezone, question }: Report): string =>
  t(`report.plan.${rhythm}`, {
    range: t(`report.range.${question.range}`),
    day: rhythm === 'weekly' ? weekdayName(weekday ?? 1, 'long') : (monthDay ?? 1),
    time,
    zone: timezone.replaceAll('_', ' '),
  })

const lastText = (t: Say, { last }: Report): string | null => {
  if (!last) return null
  const { state, dueAt, sent, recipients } = last
  return t(`report.last.${state}`, { time: formatInstant(dueAt), sent, recipients })
}

type ItemProps = { report: Report; onEdit: (purpose: DialogPurpose) => void }

const useReportCalls = ({ report: { id, name, version }, onEdit }: ItemProps) => {
  const t = useT()
  const settled = { onSettled: () => void queryClient.invalidateQueries({ queryKey: ['reports'] }) }
  const params = { id }
  const send = useCall(reports.send, { ...settled, onSuccess: () => toast.info(t('report.sending', { name })) })
  const update = useCall(reports.update, {
    ...settled,
    meta: { shown: true },
    onError: (error) => {
      // What it is about went since the list was read: the dialog says what, and takes it off.
      if (Object.keys(error.errors).some((field) => field.startsWith('question.'))) onEdit('resume')
      else toast.error(errorText(error, phrasesNow('kit')))
    },
  })
  const remove = useCall(reports.delete, {
    ...settled,
    onSuccess: () => toast.success(t('report.deleted')),
  })
  return {
    busy: send.isPending || update.isPending,
    removing: remove.isPending,
    send: (): void => send.mutate({ params }),
    pause: (paused: boolean): void => update.mutate({ params, body: { paused, version } }),
    remove: (): void => remove.mutate({ params }),
  }
}

type ActsProps = Pick<ItemProps, 'report' | 'onEdit'> & { calls: ReturnType<typeof useReportCalls>; onDelete: () => void }
const Acts = ({ report: { name, state, mine, takeOver, filters }, calls, onEdit, onDelete }: ActsProps) => {
  const t = useT()
  // Another's asks first what is told to whom; what cannot be asked any more, what else is meant.
  const resume = (): void => {
    if (takeOver) onEdit('takeOver')
    else if (filters.some(({ gone }) => gone)) onEdit('resume')
    else calls.pause(false)
  }
  // Whoever speaks to it says what stands on it.
  const act = (path: string, text: string, run: () => void) => (
    <KeptButton
      size="small"
      color="inherit"
      variant="outlined"
      startIcon={<Icon path={path} size={16} />}
      aria-label={`${text}: ${name}`}
      disabled={calls.busy}
      onClick={run}
    >
      {text}
    </KeptButton>
  )
  return (
    <div className="acts">
      {state === 'stopped' ? null : act(mdiEmailFastOutline, t('report.send'), calls.send)}
      {state === 'active' ? act(mdiPauseCircleOutline, t('report.pause'), () => calls.pause(true)) : null}
      {state === 'paused' || (state === 'stopped' && (mine || takeOver)) ? act(mdiPlayCircleOutline, t('report.resume'), resume) : null}
      {act(mdiPencilOutline, t('report.change'), () => onEdit('change'))}
      {act(mdiDeleteOutline, t('report.delete'), onDelete)}
    </div>
  )
}

/** Why it has stopped, and what it is about that nobody sees any more in whose sight it is counted. */
const Wrong = ({ report }: { report: Report }) => {
  const t = useT()
  const { stoppedFor, mine, takeOver, ownerName } = report
  const left = stoppedFor === 'owner_gone'
  const gone = partsOf(t, report).filter((part) => part.gone)
  const what = gone.map(({ text }) => text).join(', ')
  return (
    <>
      {stoppedFor ? (
        <p className="bad">{t(left && !mine && !takeOver ? 'report.stopped.owner_gone.orphaned' : `report.stopped.${stoppedFor}`)}</p>
      ) : null}
      {what ? (
        <p className="bad">{t(mine || left ? 'report.about.gone' : 'report.about.goneForOwner', { what, owner: ownerName })}</p>
      ) : null}
    </>
  )
}

/** One report: what comes when and to whom, how the last one went, and what can be done about it. */
export const ReportItem = ({ report, onEdit }: ItemProps) => {
  const t = useT()
  const [asks, setAsks] = useState(false)
  const calls = useReportCalls({ report, onEdit })
  const { name, state, recipients, nextAt, last, mine, ownerName } = report
  const going = recipients.filter(({ stoppedAt }) => stoppedAt === null)
  const ended = recipients.filter(({ stoppedAt }) => stoppedAt !== null)
  const who = (all: typeof recipients): string => all.map((one) => one.name ?? one.email).join(', ')
  return (
    <Item>
      <h3>
        {name}
        <Tag tone={tones[state]}>{t(`report.state.${state}`)}</Tag>
      </h3>
      <p>{planText(t, report)}</p>
      <p>{aboutText(t, report)}</p>
      {going.length > 0 ? <p>{t('report.to', { who: who(going) })}</p> : null}
      {ended.length > 0 ? <p>{t('report.declined', { who: who(ended) })}</p> : null}
      {mine ? null : <p>{t('report.owner', { name: ownerName })}</p>}
      <Wrong report={report} />
      {nextAt ? <p>{t('report.next', { time: formatInstant(nextAt) })}</p> : null}
      {last ? <p className={last.state === 'failed' || last.state === 'partly' ? 'bad' : undefined}>{lastText(t, report)}</p> : null}
      <Acts report={report} calls={calls} onEdit={onEdit} onDelete={() => setAsks(true)} />
      <ConfirmDialog
        open={asks}
        title={t('report.delete.title', { name })}
        confirmLabel={t('report.delete')}
        danger
        busy={calls.removing}
        onConfirm={calls.remove}
        onClose={() => setAsks(false)}
      >
        {t('report.delete.text')}
      </ConfirmDialog>
    </Item>
  )
}

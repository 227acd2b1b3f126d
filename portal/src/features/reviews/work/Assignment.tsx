import { type ReviewWork, reviewWork } from '@tablewire/contracts/reviews/review-work'
import { useState } from 'react'
import { useCall } from '#src/api/query.ts'
import { KeptButton } from '#src/kit/KeptButton.tsx'
import { LabelledDay } from '#src/kit/DayField.tsx'
import { formatDate } from '#src/kit/format.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from '../use-t.ts'
import { showWork } from './show-work.ts'

type Until = { day: string; time: string }
type AssignmentProps = { id: string; work: ReviewWork }

/** When the day of a house is over for its office. */
const usualTime = '18:00'
const isTime = (text: string): boolean => /^([01]?\d|2[0-3]):[0-5]\d$/.test(text)

/** Day and time by the clock of the reader. */
const localOf = (instant: string | null): Until => {
  if (instant === null) return { day: '', time: usualTime }
  const at = new Date(instant)
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString()
  return { day: local.slice(0, 10), time: local.slice(11, 16) }
}

const isWrong = ({ day, time }: Until): boolean => day !== '' && !isTime(time)
const instantOf = ({ day, time }: Until): string | null => (day === '' ? null : new Date(`${day}T${time.padStart(5, '0')}`).toISOString())

const Due = ({ until, onChange }: { until: Until; onChange: (until: Until) => void }) => {
  const t = useT()
  const { day, time } = until
  return (
    <>
      <LabelledDay
        label={t('work.due')}
        date={day || undefined}
        text={day ? formatDate(day) : '–'}
        onDate={(next) => onChange({ day: next, time })}
        onClear={() => onChange({ day: '', time })}
      />
      {day === '' ? null : (
        <TextField
          size="small"
          label={t('work.dueTime')}
          value={time}
          error={isWrong(until)}
          style={{ flex: '0 1 84px' }}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 5, autoComplete: 'off', placeholder: '00:00' } }}
          onChange={({ target }) => onChange({ day, time: target.value })}
        />
      )}
    </>
  )
}

/** To whom, and until when. */
export const Assignment = ({ id, work: { assignee, dueAt, people } }: AssignmentProps) => {
  const t = useT()
  const kept = localOf(dueAt)
  const [userId, setUserId] = useState(assignee?.id ?? '')
  const [until, setUntil] = useState<Until>(kept)
  const assign = useCall(reviewWork.assign, {
    onSuccess: (work) => {
      showWork(id, work)
      toast.success(work.assignee ? t('work.assigned', { name: work.assignee.name }) : t('work.unassigned'))
    },
  })
  const isSame = userId === (assignee?.id ?? '') && instantOf(kept) === (isWrong(until) ? null : instantOf(until))
  const gone = assignee && !people.some((person) => person.id === assignee.id)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWrong(until))
          assign.mutate({ params: { id }, body: { userId: userId || null, dueAt: userId === '' ? null : instantOf(until) } })
      }}
    >
      <TextField select size="small" label={t('work.assignee')} value={userId} onChange={({ target }) => setUserId(target.value)}>
        <option value="">{t('work.nobody')}</option>
        {gone ? <option value={assignee.id}>{assignee.name}</option> : null}
        {people.map((person) => (
          <option key={person.id} value={person.id}>
            {person.name}
          </option>
        ))}
      </TextField>
      <div className="line">
        {userId === '' ? null : <Due until={until} onChange={setUntil} />}
        <KeptButton type="submit" size="small" variant="outlined" disabled={isSame || isWrong(until) || assign.isPending}>
          {t('work.assign')}
        </KeptButton>
      </div>
    </form>
  )
}

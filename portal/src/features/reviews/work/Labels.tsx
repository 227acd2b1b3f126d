import Button from '@mui/material/Button'
import { mostLabels, type ReviewWork, reviewWork } from '@tablewire/contracts/reviews/review-work'
import { useId, useState } from 'react'
import { useCall } from '#src/api/query.ts'
import { FilterChip } from '#src/kit/FilterChip.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useT } from '../use-t.ts'
import { showWork } from './show-work.ts'

type LabelsProps = { id: string; work: ReviewWork }

/** Typed, or taken from those in use. */
export const Labels = ({ id, work: { labels, knownLabels } }: LabelsProps) => {
  const t = useT()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const mark = useCall(reviewWork.mark, { onSuccess: (work) => showWork(id, work) })
  const keep = (next: string[]): void => mark.mutate({ params: { id }, body: { labels: next } })
  const add = (): void => {
    const label = typed.trim()
    setTyped('')
    if (label !== '' && !labels.some((one) => one.toLowerCase() === label.toLowerCase())) keep([...labels, label])
  }
  return (
    <form
      className="line"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      {labels.map((label) => (
        <FilterChip
          key={label}
          text={label}
          label={t('work.label.remove', { label })}
          onRemove={() => keep(labels.filter((one) => one !== label))}
        />
      ))}
      {labels.length < mostLabels ? (
        <>
          <TextField
            size="small"
            value={typed}
            placeholder={t('work.label.add')}
            slotProps={{ htmlInput: { 'aria-label': t('work.label.add'), list: listId, maxLength: 40, autoComplete: 'off' } }}
            onChange={({ target }) => setTyped(target.value)}
          />
          <datalist id={listId}>
            {knownLabels
              .filter((label) => !labels.includes(label))
              .map((label) => (
                <option key={label}>{label}</option>
              ))}
          </datalist>
          <Button type="submit" size="small" color="inherit" disabled={typed.trim() === ''}>
            {t('work.add')}
          </Button>
        </>
      ) : null}
    </form>
  )
}

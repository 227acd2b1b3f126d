import { bookDrafts, type ReadHours } from '@tablewire/contracts/estate/book-drafts'
import type { Book } from '@tablewire/contracts/estate/book'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import { styled } from '@mui/material/styles'
import { useId, useState } from 'react'
import { useCall } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import { Tag } from '#src/kit/Tag.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useT } from './use-t.ts'
import { weekdayName } from '#src/kit/Weekdays.tsx'

const List = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 6,
  margin: theme.spacing(1, 0),
  padding: 0,
  listStyle: 'none',
  fontSize: '0.875rem',
  '& > li': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '2px 10px' },
  '& span': { color: theme.vars.palette.text.secondary },
}))

type PasteHoursProps = { venueId: string; book: Book; open: boolean; onClose: () => void; onTake: (parts: Partial<Book>) => void }

/** Opening hours as they stand on a map or a website, read into shifts; what was not understood is said before anything is taken. */
export const PasteHours = ({ venueId, book, open, onClose, onTake }: PasteHoursProps) => {
  const t = useT()
  const titleId = useId()
  const [text, setText] = useState('')
  const [dated, setDated] = useState(true)
  const read = useCall(bookDrafts.readHours, { meta: { shown: true } })
  const found = read.data
  const close = (): void => {
    read.reset()
    onClose()
  }
  const take = (hours: ReadHours): void => {
    const days = dated ? { closures: [...book.closures, ...hours.closures], specialDays: [...book.specialDays, ...hours.specialDays] } : {}
    onTake({ openingHours: hours.openingHours, shifts: hours.shifts, ...days })
    setText('')
    close()
  }
  return (
    <Dialog open={open} onClose={close} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t('paste.title')}</DialogTitle>
      <DialogContent>
        <p style={{ marginBlockStart: 0 }}>{t('paste.text')}</p>
        <TextField
          label={t('paste.label')}
          multiline
          minRows={2}
          maxRows={8}
          value={text}
          error={read.isError}
          helperText={read.isError ? errorText(read.error, phrasesNow('kit')) : t('paste.hint')}
          onChange={({ target }) => {
            setText(target.value)
            if (read.data) read.reset()
          }}
          slotProps={{ htmlInput: { maxLength: 1000, spellCheck: false } }}
        />
        {found ? <Found hours={found} dated={dated} onDated={setDated} /> : null}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={close}>
          {t('cancel')}
        </Button>
        <Button
          variant={found ? 'outlined' : 'contained'}
          disabled={text.trim() === ''}
          loading={read.isPending}
          onClick={() => read.mutate({ params: { id: venueId }, body: { text } })}
        >
          {t('paste.read')}
        </Button>
        {found?.state === 'known' ? (
          <Button variant="contained" onClick={() => take(found)}>
            {t('paste.take')}
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  )
}

const Found = ({ hours, dated, onDated }: { hours: ReadHours; dated: boolean; onDated: (on: boolean) => void }) => {
  const t = useT()
  const days = hours.closures.length + hours.specialDays.length
  return (
    <output style={{ display: 'block' }}>
      <List>
        {hours.findings.map(({ reason, detail }) => (
          <li key={reason}>
            <Tag tone={reason === 'hours.respelled' || reason === 'hours.dated' ? 'info' : 'warning'}>{t('paste.look')}</Tag>
            {t(`read.${reason}`, { detail: detail ?? '' })}
          </li>
        ))}
        {hours.state === 'known' ? null : <li>{t(hours.state === 'closed' ? 'paste.closed' : 'paste.unknown')}</li>}
        {hours.shifts.map((shift) => (
          <li key={shift.id}>
            <strong>{shift.name}</strong>
            <span>
              {shift.days.map((weekday) => weekdayName(weekday)).join(' ')} · {shift.from}–{shift.to}
            </span>
          </li>
        ))}
      </List>
      {days ? (
        <FormControlLabel
          label={t('paste.dated', { count: days })}
          control={<Checkbox checked={dated} onChange={(_, on) => onDated(on)} />}
        />
      ) : null}
    </output>
  )
}

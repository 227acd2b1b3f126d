import { mdiGaugeEmpty, mdiNoteTextOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { serviceSheets } from '@tablewire/contracts/booking/service-sheets'
import { shiftNotes } from '@tablewire/contracts/booking/shift-notes'
import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { useLive } from '#src/api/live.ts'
import { queryClient, useEndpoint } from '#src/api/query.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { Skeleton } from '#src/kit/Skeletons.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { LimitsPanel } from '../offline/lazy-components.ts'
import { forecastWords } from './forecast-words.ts'
import { notesKey } from './NoteEditor.tsx'
import { inOneLine, notedMeals } from './notes-of-day.ts'
import { NotesPanel } from './NotesPanel.tsx'
import { SheetLink } from './SheetLink.tsx'
import { StoppedMeals } from './StoppedMeals.tsx'
import { useSheetT } from './use-sheet-t.ts'

const Root = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 36,
  fontSize: '0.8125rem',
  '& .notes': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minWidth: 0,
    minHeight: 36,
    padding: '4px 10px',
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: theme.vars.shape.borderRadius,
    background: 'none',
    color: theme.vars.palette.text.primary,
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
    '& svg': { flexShrink: 0, color: theme.vars.palette.text.secondary },
    '& > span': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& .none': { color: theme.vars.palette.text.secondary },
    '& span + span::before': { content: '" · "', whiteSpace: 'pre' },
  },
  '& .sheet': { flexShrink: 0 },
  // What it comes to stands on the sheet as well.
  '& .stopped ~ .expected': { display: 'none' },
  '& .stopped': {
    flexShrink: 0,
    maxWidth: '50%',
    overflow: 'hidden',
    color: theme.vars.palette.tone.danger.text,
    fontWeight: 650,
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  // What is written is read before what the signs beside it say as well.
  [theme.breakpoints.between('md', 'xl')]: {
    '& .sheet': { minWidth: 36, '& .MuiButton-startIcon': { margin: 0 } },
    '& .sheet .word': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  },
  '& .expected': {
    flex: '0 1000 auto',
    minWidth: 0,
    overflow: 'hidden',
    color: theme.vars.palette.text.secondary,
    fontVariantNumeric: 'tabular-nums',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    '& > span + span::before': { content: '"  |  "', whiteSpace: 'pre' },
  },
  // It stands on the sheet as well.
  [theme.breakpoints.down('md')]: {
    flexWrap: 'wrap',
    '& .notes': { flex: '1 1 0' },
    '& .stopped': { flex: '1 0 100%', maxWidth: '100%', whiteSpace: 'normal' },
    '& .expected': { display: 'none' },
  },
  '@media (pointer: coarse)': { minHeight: 44, '& .notes': { minHeight: 44 } },
}))

/** What each meal comes to so far, and will in the end, where enough is known to say so. */
const Expected = ({ venueId, date }: ServiceLineProps) => {
  const t = useSheetT()
  const { data = [] } = useEndpoint(serviceSheets.forecast, { params: { id: venueId }, query: { date } }, { staleTime: 60_000 })
  const told = data.filter(({ forecast, target }) => forecast !== null || target !== null)
  if (told.length === 0) return null
  return (
    <span className="expected">
      {told.map(({ mealId, name, booked, target, forecast }) => (
        <span key={mealId ?? ''}>
          {[
            t('booked', { meal: name || t('note.day'), count: booked }) + (target === null ? '' : ` ${t('target', { count: target })}`),
            forecastWords(t, date, forecast),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      ))}
    </span>
  )
}

type ServiceLineProps = { venueId: string; date: string }

/** What the team shall know of this day, in one line above the bookings; it opens to be read in full and written. */
export const ServiceLine = ({ venueId, date }: ServiceLineProps) => {
  const t = useSheetT()
  const may = useAbility()
  const mayWrite = may.can('update', 'reservation-list')
  const mayLimit = may.can('update', 'settings-restaurant')
  const [search, setSearch] = useUrlSearch()
  const [open, setOpen] = useState(false)
  const notes = useEndpoint(shiftNotes.list, { params: { id: venueId }, query: { date } })
  useLive((message) => {
    const isMine = message.venueId === venueId && (message.type === 'shift_note' || message.type === 'book')
    if (message.venueId === venueId && message.type === 'reservation') void queryClient.invalidateQueries({ queryKey: ['serviceSheets'] })
    if (isMine || message.type === 'reset') void queryClient.invalidateQueries({ queryKey: notesKey })
  })
  const meals = notes.data ? notedMeals(notes.data) : []
  const said = inOneLine(meals)
  // Without an answer the list below says why.
  if (notes.isError && !notes.data) return <Root />
  return (
    <Root>
      {notes.data ? (
        <button type="button" className="notes" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Icon path={mdiNoteTextOutline} size={18} />
          <span>
            {said.map(({ name, text }) => (
              <span key={`${name} ${text}`}>
                {name ? <b>{name}: </b> : null}
                {text}
              </span>
            ))}
            {said.length === 0 ? <span className="none">{mayWrite ? t('note.write') : t('note.none')}</span> : null}
          </span>
        </button>
      ) : (
        <Skeleton width={180} />
      )}
      <SheetLink venueId={venueId} date={date} />
      {mayLimit ? (
        <Button
          className="sheet"
          size="small"
          color="inherit"
          startIcon={<Icon path={mdiGaugeEmpty} size={18} />}
          aria-haspopup="dialog"
          onClick={() => setSearch({ limits: 'open' }, { push: true })}
        >
          <span className="word">{t('limits.open')}</span>
        </Button>
      ) : null}
      <StoppedMeals venueId={venueId} date={date} />
      <Expected venueId={venueId} date={date} />
      {mayLimit && search['limits'] ? (
        <LimitsPanel venueId={venueId} date={date} mealId={search['meal']} onClose={() => setSearch({ limits: undefined })} />
      ) : null}
      {open ? <NotesPanel venueId={venueId} date={date} meals={meals} mayWrite={mayWrite} onClose={() => setOpen(false)} /> : null}
    </Root>
  )
}

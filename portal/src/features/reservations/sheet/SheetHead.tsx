import type { ServiceSheet } from '@tablewire/contracts/booking/service-sheets'
import { formatDate, formatInstant } from '#src/kit/format.ts'
import { By } from './NoteEditor.tsx'
import { forecastWords } from './forecast-words.ts'
import { useSheetT } from './use-sheet-t.ts'

/** Of which house, day and meal, what it comes to, and when it was drawn. */
export const SheetHead = ({ sheet, title }: { sheet: ServiceSheet; title: string }) => {
  const t = useSheetT()
  const { meal, sums } = sheet
  const counts = [
    t('sum.parties', { count: sums.parties }),
    t('sum.covers', { count: sums.covers }),
    ...(sums.unconfirmed > 0 ? [t('sum.unconfirmed', { count: sums.unconfirmed })] : []),
    ...(sums.noShows > 0 ? [t('sum.noShows', { count: sums.noShows })] : []),
    ...(sums.canceled > 0 ? [t('sum.canceled', { count: sums.canceled })] : []),
  ]
  const expected = forecastWords(t, sheet.date, sheet.forecast)
  return (
    <header>
      <h2>
        {sheet.venueName} · {title}
      </h2>
      <p>
        {formatDate(sheet.date, 'long')} · {meal ? `${meal.name} ${meal.from}–${meal.to}` : t('note.day')}
      </p>
      <p className="sums">{counts.join(' · ')}</p>
      {expected ? <p>{expected}</p> : null}
      <p>{t('drawn', { time: formatInstant(sheet.drawnAt, sheet.timezone) })}</p>
    </header>
  )
}

export const SheetNotes = ({ sheet }: { sheet: ServiceSheet }) => {
  const t = useSheetT()
  if (sheet.notes.length === 0) return null
  return (
    <div>
      <h3>{t('notes')}</h3>
      {sheet.notes.map((note) => (
        <div className="note" key={note.mealId ?? ''}>
          {note.content}
          <By note={note} zone={sheet.timezone} />
        </div>
      ))}
    </div>
  )
}

import { styled } from '@mui/material/styles'
import { formatDate } from '#src/kit/format.ts'
import { SidePanel } from '#src/kit/SidePanel.tsx'
import { NoteEditor } from './NoteEditor.tsx'
import type { NotedMeal } from './notes-of-day.ts'
import { useSheetT } from './use-sheet-t.ts'

const Root = styled('div')(({ theme }) => ({
  fontSize: '0.875rem',
  '& > header': { padding: '16px 56px 14px 18px', '& h2': { ...theme.typography.h2, margin: 0 }, '& p': { margin: '2px 0 0' } },
  '& > section': { display: 'grid', gap: 8, padding: '14px 18px', borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& h3': { ...theme.typography.overline, margin: 0, color: theme.vars.palette.text.secondary },
  '& .by': { color: theme.vars.palette.text.secondary },
  '& .said': { margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  '& .line': { display: 'flex', flexWrap: 'wrap', gap: 8 },
  '& .warn': { margin: 0, color: theme.vars.palette.tone.danger.text },
  '& .meanwhile': {
    display: 'grid',
    gap: 8,
    padding: 12,
    border: `1px solid ${theme.vars.palette.tone.warning.text}`,
    borderRadius: theme.vars.shape.borderRadius,
    '& p': { margin: 0 },
    '& blockquote': { margin: 0, paddingInlineStart: 10, borderInlineStart: `3px solid ${theme.vars.palette.divider}` },
  },
  '& ol': { display: 'grid', gap: 10, margin: 0, padding: 0, listStyle: 'none' },
  '@media (pointer: coarse)': { '& .line button': { minHeight: 44 } },
}))

type NotesPanelProps = { venueId: string; date: string; meals: readonly NotedMeal[]; mayWrite: boolean; onClose: () => void }

/** The notes of a day, meal by meal. */
export const NotesPanel = ({ venueId, date, meals, mayWrite, onClose }: NotesPanelProps) => {
  const t = useSheetT()
  return (
    <SidePanel label={t('notes')} docked={false} onClose={onClose}>
      <Root>
        <header>
          <h2>{t('notes')}</h2>
          <p>{formatDate(date, 'long')}</p>
        </header>
        {meals.map((meal) => (
          <NoteEditor key={meal.mealId ?? ''} venueId={venueId} date={date} meal={meal} mayWrite={mayWrite} />
        ))}
      </Root>
    </SidePanel>
  )
}

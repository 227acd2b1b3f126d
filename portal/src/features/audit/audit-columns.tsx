import { styled } from '@mui/material/styles'
import type { AuditEntry } from '@tablewire/contracts/operations/audit'
import { useMemo } from 'react'
import { formatInstant } from '#src/kit/format.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { venueInWords } from './audit-words.ts'
import { Sentence } from './Sentence.tsx'
import { sentenceText } from './sentence-words.ts'
import { useT } from './use-t.ts'

const Phone = styled('span')(({ theme }) => ({
  display: 'grid',
  gap: 1,
  minWidth: 0,
  fontSize: '0.84375rem',
  '& > small': {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    color: theme.vars.palette.text.secondary,
    whiteSpace: 'nowrap',
    fontSize: '0.75rem',
  },
}))
export const phoneRow = (entry: AuditEntry) => (
  <Phone>
    <Sentence entry={entry} />
    <small>{[formatInstant(entry.at), placeOf(entry)].filter(Boolean).join(' · ')}</small>
  </Phone>
)
/** Where it was, unless the sentence names the venue already. */
const placeOf = ({ subject, subjectId, venueId, venueName, batch }: AuditEntry): string =>
  venueInWords({ venueName: subjectId === venueId && subject !== 'channel' ? null : venueName, batch })

/** A row for who hears it. */
export const rowInWords = (t: ReturnType<typeof useT>, entry: AuditEntry): string =>
  [sentenceText(t, entry), placeOf(entry), formatInstant(entry.at)].filter(Boolean).join(', ')

export const useAuditColumns = (): Column<AuditEntry>[] => {
  const t = useT()
  return useMemo(
    () => [
      { id: 'what', title: t('c.what'), width: 'minmax(240px, 3.2fr)', always: true, cell: (entry) => <Sentence entry={entry} /> },
      { id: 'venue', title: t('c.venue'), width: 'minmax(140px, 1fr)', from: 900, cell: venueInWords },
      { id: 'at', title: t('c.at'), width: '150px', cell: ({ at }) => <span className="quiet">{formatInstant(at)}</span> },
    ],
    [t],
  )
}

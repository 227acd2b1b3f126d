import { styled } from '@mui/material/styles'
import type { ListingDifference } from '@tablewire/contracts/listing/copies'
import { formatInstant } from '#src/kit/format.ts'
import { useT } from './use-t.ts'
import { oursInWords, theirsInWords } from './values-in-words.ts'

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.875rem',
  tableLayout: 'fixed',
  '& th, & td': {
    textAlign: 'start',
    verticalAlign: 'top',
    padding: theme.spacing(0.75, 1, 0.75, 0),
    borderBlockEnd: `1px solid ${theme.vars.palette.divider}`,
    overflowWrap: 'anywhere',
  },
  '& thead th': { color: theme.vars.palette.text.secondary, fontWeight: 600, fontSize: '0.8125rem' },
  '& td > span': { display: 'block' },
}))

/** You and the public, side by side. */
export const Sides = ({ difference }: { difference: ListingDifference }) => {
  const t = useT()
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">{t('c.ours')}</th>
          <th scope="col">{t('c.theirs')}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          {[oursInWords(t, difference), theirsInWords(t, difference)].map((lines, side) => (
            <td key={side === 0 ? 'ours' : 'theirs'}>
              {lines.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </td>
          ))}
        </tr>
      </tbody>
    </Table>
  )
}

/** Who changed it, and since when. */
export const Since = ({ difference: { changedBy, since, channelName } }: { difference: ListingDifference }) => {
  const t = useT()
  return (
    <p className="quiet">
      {t(`by.${changedBy}`, { channel: channelName })} · {t('sinceAt', { at: formatInstant(since) })}
    </p>
  )
}

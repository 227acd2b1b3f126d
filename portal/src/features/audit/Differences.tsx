import { styled } from '@mui/material/styles'
import type { Leaf } from '#src/kit/value-diff.ts'
import { useT } from './use-t.ts'
import { pathInWords, type Speech, valueInWords } from './value-words.ts'

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  fontSize: '0.8125rem',
  lineHeight: 1.45,
  '& th, & td': { padding: '7px 8px', textAlign: 'start', verticalAlign: 'top', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
  '& thead th': { color: theme.vars.palette.text.secondary, fontWeight: 600 },
  '& tbody tr': { borderBlockStart: `1px solid ${theme.vars.palette.divider}` },
  '& tbody th': { fontWeight: 600 },
  '& td.was': { color: theme.vars.palette.text.secondary },
}))

type DifferencesProps = {
  entry: Speech['entry']
  rows: readonly Leaf[]
  titles?: readonly [string, string]
  /** Of what was made or deleted there is one side alone. */
  only?: 'before' | 'after' | undefined
}

/** Field by field: what stood there, and what came. */
export const Differences = ({ entry, rows, titles, only }: DifferencesProps) => {
  const t = useT()
  const speech = { t, entry }
  const [first, second] = titles ?? [t('before'), t('after')]
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          {only === 'after' ? null : <th scope="col">{first}</th>}
          {only === 'before' ? null : <th scope="col">{second}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ path, before, after }) => {
          const said = pathInWords(t, path)
          const last = path.at(-1)
          const field = last && 'key' in last ? last.key : ''
          return (
            <tr key={said}>
              <th scope="row">{said}</th>
              {only === 'after' ? null : <td className="was">{valueInWords(speech, before, field)}</td>}
              {only === 'before' ? null : <td>{valueInWords(speech, after, field)}</td>}
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}

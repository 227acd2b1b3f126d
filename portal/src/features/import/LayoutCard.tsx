import Alert from '@mui/material/Alert'
import { styled } from '@mui/material/styles'
import { type ImportBatch, imports } from '@tablewire/contracts/import'
import { type Delimiter, delimiters, type Encoding, encodings } from '@tablewire/contracts/import.rules'
import { useCall } from '#src/api/query.ts'
import { Card } from '#src/kit/Card.tsx'
import { FieldGrid } from '#src/kit/form/Fields.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useT } from './use-t.ts'

/** As it is known: the names of the standard are in small letters. */
const encodingName = (encoding: Encoding): string =>
  ({ macintosh: 'Mac OS Roman', 'x-mac-cyrillic': 'Mac OS Cyrillic', shift_jis: 'Shift_JIS', big5: 'Big5' })[encoding as string] ??
  encoding
    .replace(/^(utf|iso|koi8|ibm|gb|euc)/, (start) => start.toUpperCase())
    .replace(/^windows/, 'Windows')
    .replace(/(le|be|jp|kr)$/, (end) => end.toUpperCase())

const Scroll = styled('section')(({ theme }) => ({
  overflowX: 'auto',
  marginBlockStart: theme.spacing(2),
  '& caption': { textAlign: 'start', fontSize: '0.75rem', fontWeight: 600, color: theme.vars.palette.text.secondary },
  '& table': { borderCollapse: 'collapse', fontSize: '0.8125rem', whiteSpace: 'nowrap' },
  '& th, & td': { padding: theme.spacing(0.5, 1), borderBlockEnd: `1px solid ${theme.vars.palette.divider}`, textAlign: 'start' },
  '& th': { fontWeight: 600 },
}))

/** The first rows as they are read just now: whether letters and columns are right shows at once. */
const Preview = ({ batch: { columns, preview } }: { batch: ImportBatch }) => {
  const t = useT()
  if (!preview.length) return null
  return (
    <Scroll aria-label={t('layout.preview')} tabIndex={0}>
      <table>
        <caption>{t('layout.preview')}</caption>
        <thead>
          <tr>
            {columns.slice(0, preview[0]!.length).map(({ name }) => (
              <th key={name} scope="col" dir="auto">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={column} dir="auto">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

const lines = Array.from({ length: 21 }, (_, index) => index)
const named: Record<Delimiter, 'comma' | 'semicolon' | 'tab' | 'bar'> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }

type Props = { batch: ImportBatch; flush: () => Promise<void>; onChanged: (batch: ImportBatch) => void }

/** How the file is written, where it was not recognised; columns and their samples follow. */
export const LayoutCard = ({ batch, flush, onChanged }: Props) => {
  const t = useT()
  const layOut = useCall(imports.layOut)
  const { id, version, layout } = batch
  if (!layout) return null
  const send = (change: { headerLine?: number; delimiter?: Delimiter; encoding?: Encoding }): void => {
    const { headerLine } = layout
    const delimiter = delimiters.find((one) => one === layout.delimiter)
    const body = { headerLine, version, ...(delimiter === undefined ? {} : { delimiter }), ...change }
    void flush()
      .then(async () => onChanged(await layOut.mutateAsync({ params: { id }, body })))
      .catch(() => undefined)
  }
  const most = Math.max(20, layout.headerLine)
  return (
    <Card title={t('layout')} hint={t('layout.hint')}>
      {layout.encodingSure ? null : (
        <Alert severity="warning" sx={{ marginBlockEnd: 2 }}>
          {t('layout.unsure')}
        </Alert>
      )}
      <FieldGrid>
        {layout.format === 'csv' ? (
          <TextField
            select
            label={t('layout.delimiter')}
            value={layout.delimiter}
            disabled={layOut.isPending}
            onChange={({ target }) => send({ delimiter: target.value as Delimiter })}
          >
            {delimiters.map((one) => (
              <option key={one} value={one}>
                {t(`layout.${named[one]}`)}
              </option>
            ))}
          </TextField>
        ) : null}
        {layout.format === 'csv' ? (
          <TextField
            select
            label={t('layout.encoding')}
            value={layout.encoding}
            disabled={layOut.isPending}
            onChange={({ target }) => send({ encoding: target.value as Encoding })}
          >
            {encodings.map((one) => (
              <option key={one} value={one}>
                {encodingName(one)}
              </option>
            ))}
          </TextField>
        ) : null}
        <TextField
          select
          label={t('layout.header')}
          value={layout.headerLine}
          disabled={layOut.isPending}
          onChange={({ target }) => send({ headerLine: Number(target.value) })}
        >
          <option value={0}>{t('layout.headerNone')}</option>
          {[...lines.slice(1), ...(most > 20 ? [most] : [])].map((line) => (
            <option key={line} value={line}>
              {t('layout.line', { line })}
            </option>
          ))}
        </TextField>
      </FieldGrid>
      <Preview batch={batch} />
    </Card>
  )
}

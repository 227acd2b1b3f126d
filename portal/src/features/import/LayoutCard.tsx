import Alert from '@mui/material/Alert'
import { styled } from '@mui/material/styles'
import { type ImportBatch, imports } from '@tablewire/contracts/import/import'
import { type Delimiter, delimiters, type Encoding, encodings } from '@tablewire/contracts/import/import.rules'
import { useRef, useState } from 'react'
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

const named: Record<Delimiter, 'comma' | 'semicolon' | 'tab' | 'bar'> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }

type Change = { headerLine?: number; delimiter?: Delimiter; encoding?: Encoding }
type Props = { batch: ImportBatch; flush: () => Promise<number>; onChanged: (batch: ImportBatch) => void }

/**
 * What is chosen stands there at once and is sent one after the other: the fields are never shut, so that nobody who goes through a choice by key
 * loses his place. `gone` = columns that are no longer there, with what was chosen for them.
 */
const useLayOut = ({ batch, flush, onChanged }: Props) => {
  const layOut = useCall(imports.layOut)
  /** Until `batch` has come to the version that holds it; no version = it is on its way. */
  const [standing, setStanding] = useState<{ change: Change; version?: number }>({ change: {} })
  const [gone, setGone] = useState<readonly string[]>([])
  const waiting = useRef<Change>(undefined)
  const running = useRef(false)
  const sendAll = async (): Promise<number> => {
    let now = batch
    while (waiting.current && now.layout) {
      const change = waiting.current
      waiting.current = undefined
      const version = await flush()
      const delimiter = delimiters.find((one) => one === now.layout!.delimiter)
      const body = { headerLine: now.layout.headerLine, version, ...(delimiter === undefined ? {} : { delimiter }), ...change }
      now = await layOut.mutateAsync({ params: { id: batch.id }, body })
      onChanged(now)
    }
    const here = new Set(now.columns.map(({ name }) => name))
    setGone(batch.columns.map(({ name }) => name).filter((name) => !here.has(name)))
    return now.version
  }
  const send = (change: Change): void => {
    waiting.current = { ...waiting.current, ...change }
    setStanding((before) => ({ change: { ...before.change, ...change } }))
    if (running.current) return
    running.current = true
    void sendAll()
      // The answer is drawn a moment later: what held before must not flash up between, where a key would go on from it.
      .then((version) => setStanding(({ change: all }) => ({ change: all, version })))
      // What is wrong was said; the choice goes back to what holds.
      .catch(() => setStanding({ change: {} }))
      .finally(() => {
        running.current = false
        waiting.current = undefined
      })
  }
  const { change: chosen, version } = standing
  return { chosen: version !== undefined && batch.version >= version ? {} : chosen, gone, send }
}

/** Whose choices could not be kept. */
const Gone = ({ names }: { names: readonly string[] }) => {
  const t = useT()
  const shown = names.slice(0, 6).join(', ')
  return (
    <div aria-live="polite">
      {names.length ? (
        <Alert severity="info" sx={{ marginBlockStart: 2 }}>
          {t('layout.gone', { columns: names.length > 6 ? `${shown} …` : shown })}
        </Alert>
      ) : null}
    </div>
  )
}

/** How the file is written, where it was not recognised; columns and their samples follow. */
export const LayoutCard = (props: Props) => {
  const t = useT()
  const { batch } = props
  const { chosen, gone, send } = useLayOut(props)
  if (!batch.layout) return null
  const layout = { ...batch.layout, ...chosen }
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
          onChange={({ target }) => send({ headerLine: Number(target.value) })}
        >
          <option value={0}>{t('layout.headerNone')}</option>
          {Array.from({ length: layout.headerLineMax }, (_, index) => index + 1).map((line) => (
            <option key={line} value={line}>
              {t('layout.line', { line })}
            </option>
          ))}
        </TextField>
      </FieldGrid>
      <Gone names={gone} />
      <Preview batch={batch} />
    </Card>
  )
}

import { type ImportBatch, imports } from '@tablewire/contracts/import'
import { type Delimiter, delimiters } from '@tablewire/contracts/import.rules'
import { useCall } from '#src/api/query.ts'
import { Card } from '#src/kit/Card.tsx'
import { FieldGrid } from '#src/kit/form/Fields.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useT } from './use-t.ts'

const lines = Array.from({ length: 21 }, (_, index) => index)
const named: Record<Delimiter, 'comma' | 'semicolon' | 'tab' | 'bar'> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }

type Props = { batch: ImportBatch; flush: () => Promise<void>; onChanged: (batch: ImportBatch) => void }

/** How the file is written, where it was not recognised; columns and their samples follow. */
export const LayoutCard = ({ batch, flush, onChanged }: Props) => {
  const t = useT()
  const layOut = useCall(imports.layOut)
  const { id, version, layout } = batch
  if (!layout) return null
  const send = (change: { headerLine?: number; delimiter?: Delimiter }): void => {
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
    </Card>
  )
}

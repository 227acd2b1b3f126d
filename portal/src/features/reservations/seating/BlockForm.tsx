import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { type TableBlock, tables } from '@tablewire/contracts/booking/tables'
import { useState } from 'react'
import { queryClient, useCall } from '#src/api/query.ts'
import { Linked } from '#src/kit/Linked.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { formatClock } from '#src/kit/format.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { useT as useKitT } from '#src/kit/use-t.ts'
import { useSeatT } from './use-seat-t.ts'

const spans = [30, 60, 120]

type BlockFormProps = {
  venue: { id: string; timezone: string }
  table: { id: string; name: string }
  /** From when it takes nobody, and when the house closes. */
  from: number
  closing: number
  onDone: (block: TableBlock) => void
  onCancel: () => void
}

/** For how long a table takes nobody, and why; refused, nothing typed is lost. */
export const BlockForm = ({ venue, table, from, closing, onDone, onCancel }: BlockFormProps) => {
  const t = useSeatT()
  const kitT = useKitT()
  const [minutes, setMinutes] = useState<number>()
  const [reason, setReason] = useState('')
  const block = useCall(tables.block, {
    networkMode: 'always',
    meta: { shown: true },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['tables'] }),
  })
  const send = (): void => {
    const until = new Date(minutes === undefined ? closing : from + minutes * 60_000).toISOString()
    const body = { tableId: table.id, from: new Date(from).toISOString(), until, reason: reason.trim() }
    block.mutateAsync({ params: { id: venue.id }, body }).then(onDone, () => undefined)
  }
  const choices = [undefined, ...spans]
  return (
    <form
      className="block"
      aria-label={t('block.one', { table: table.name })}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <fieldset aria-label={t('block.long')}>
        {choices.map((span, index) => (
          <button
            key={span ?? 'closing'}
            type="button"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form comes where its button was pressed
            autoFocus={index === 0}
            aria-pressed={span === minutes}
            onClick={() => setMinutes(span)}
          >
            {span === undefined
              ? t('block.closing', { time: formatClock(new Date(closing).toISOString(), venue.timezone) })
              : t('block.minutes', { count: span })}
          </button>
        ))}
      </fieldset>
      <TextField
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        placeholder={t('block.reason')}
        slotProps={{ htmlInput: { maxLength: 200, 'aria-label': t('block.reason') } }}
      />
      {block.error ? (
        <Alert severity="error" role="alert">
          <Linked text={errorText(block.error, kitT)} />
        </Alert>
      ) : null}
      <div className="acts">
        <Button type="submit" variant="contained" loading={block.isPending}>
          {t('block')}
        </Button>
        <Button color="inherit" onClick={onCancel}>
          {t('block.cancel')}
        </Button>
      </div>
    </form>
  )
}

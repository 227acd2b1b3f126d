import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type KeyboardEvent, type SyntheticEvent, useState } from 'react'
import { formatNumber } from '#src/kit/format.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { useSeatT } from './use-seat-t.ts'

const all = [1, 2, 3, 4, 5, 6, 7, 8]

export const SizeRoot = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 10,
  width: 'min(300px, 90vw)',
  padding: 14,
  '& h3': { margin: 0, fontSize: '0.9375rem' },
  '& .choice-of-sizes': { display: 'grid', gap: 10 },
  '& .sizes': { display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', gap: 6 },
  '& .sizes > button': { minWidth: 0, minHeight: 52, fontSize: '1.25rem', fontWeight: 700, fontVariantNumeric: 'tabular-nums' },
  '& form': { display: 'flex', alignItems: 'center', gap: 6 },
  '& form > button': { flex: 1, minHeight: 44 },
  '& .anyway': { display: 'flex', marginTop: 8, minHeight: 44 },
  '& p': { margin: 0, color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
}))

type SizeGridProps = {
  label: string
  /** On the button beside a number that is typed. */
  send: string
  /** So many sit there: fewer sizes at one touch, and more by a number. */
  most?: number | undefined
  busy: boolean
  /** On its way. */
  chosen: number | undefined
  onChoose: (size: number) => void
}

/** How many there are: one touch, or one key, up to eight; a number beyond that. */
export const SizeGrid = ({ label, send, most = all.length, busy, chosen, onChoose }: SizeGridProps) => {
  const t = useSeatT()
  const [more, setMore] = useState<string>()
  const sizes = all.filter((size) => size <= Math.max(1, most))
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (Number(more) >= 1) onChoose(Number(more))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const size = Number(event.key)
    if (busy || event.target instanceof HTMLInputElement || !sizes.includes(size)) return
    event.preventDefault()
    onChoose(size)
  }
  return (
    <div className="choice-of-sizes" onKeyDown={onKeyDown} role="presentation">
      <div className="sizes">
        {sizes.map((size) => (
          <Button
            key={size}
            variant="outlined"
            color="inherit"
            disabled={busy}
            loading={chosen === size}
            aria-keyshortcuts={String(size)}
            {...(size === 2 ? { 'data-first-focus': '' } : {})}
            onClick={() => onChoose(size)}
          >
            {formatNumber(size)}
          </Button>
        ))}
      </div>
      {more === undefined ? (
        <Button color="inherit" onClick={() => setMore('')}>
          {t('walkIn.more', { size: formatNumber(sizes.length) })}
        </Button>
      ) : (
        <form onSubmit={submit}>
          <TextField
            type="number"
            autoFocus
            value={more}
            onChange={({ target }) => setMore(target.value)}
            slotProps={{ htmlInput: { min: 1, max: 1000, inputMode: 'numeric', 'aria-label': label } }}
            style={{ width: 110 }}
          />
          <Button type="submit" variant="outlined" disabled={busy || !(Number(more) >= 1)}>
            {send}
          </Button>
        </form>
      )}
    </div>
  )
}

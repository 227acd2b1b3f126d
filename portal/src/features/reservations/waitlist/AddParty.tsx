import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { waitlist } from '@tablewire/contracts/booking/waitlist'
import { venues } from '@tablewire/contracts/estate/venues'
import type { WaitKind } from '@tablewire/contracts/booking/waitlist.rules'
import { useEffect, useRef, useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { Linked } from '#src/kit/Linked.tsx'
import { errorText, fieldError } from '#src/kit/error-text.ts'
import { formatNumber } from '#src/kit/format.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { useT as useKitT } from '#src/kit/use-t.ts'
import type { Asked } from '../reservation-search.ts'
import { windowAround } from '../what-if/asked.ts'
import { useAddWaiting } from '../offline/use-add-waiting.ts'
import { useWaitT, type WaitSay } from './use-wait-t.ts'

const sizes = [1, 2, 3, 4, 5, 6, 7, 8]
const usual = { from: '18:00', until: '21:00' }

type Quote = { minutes: number | null; least: number | null; most: number | null; ahead: number }
const quoteText = (t: WaitSay, { minutes, least, most }: Quote): string => {
  if (minutes === null) return t('quote.never')
  if (minutes === 0) return t('quote.now')
  const said = t('quote', { count: minutes })
  return least === null || most === null || least === most
    ? said
    : `${said} (${t('quote.range', { least: formatNumber(least), most: formatNumber(most) })})`
}

const QuoteLine = ({ venueId, partySize, areaId }: { venueId: string; partySize: number; areaId: string }) => {
  const t = useWaitT()
  const quote = useEndpoint(
    waitlist.quote,
    { params: { id: venueId }, query: { partySize, ...(areaId ? { areaId } : {}) } },
    { staleTime: 30_000 },
  )
  return (
    <output className="quote">
      {quote.data ? (
        <>
          <b>{quoteText(t, quote.data)}</b> · {t('quote.ahead', { count: quote.data.ahead })}
        </>
      ) : (
        '…'
      )}
    </output>
  )
}

const SizeChoice = ({ value, onChange }: { value: number; onChange: (size: number) => void }) => {
  const t = useWaitT()
  return (
    <fieldset className="sizes">
      <legend>{t('party')}</legend>
      {sizes.map((size) => (
        <label key={size} className={size === value ? 'on' : ''}>
          <input type="radio" name="wait-party" checked={size === value} onChange={() => onChange(size)} />
          {size}
        </label>
      ))}
      <TextField
        type="number"
        value={Number.isNaN(value) ? '' : value}
        onChange={({ target }) => onChange(target.value === '' ? Number.NaN : Number(target.value))}
        slotProps={{ htmlInput: { min: 1, max: 1000, 'aria-label': t('party'), inputMode: 'numeric' } }}
        style={{ width: 76 }}
      />
    </fieldset>
  )
}

type AreaProps = { venueId: string; value: string; onChange: (areaId: string) => void }
/** Where they would like to sit; nothing to choose where there is one area. */
const AreaChoice = ({ venueId, value, onChange }: AreaProps) => {
  const t = useWaitT()
  const areas = useEndpoint(venues.areas, { params: { id: venueId } }, { staleTime: 600_000 })
  const list = areas.data ?? []
  if (list.length < 2) return null
  return (
    <TextField select label={t('area')} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{t('area.any')}</option>
      {list.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </TextField>
  )
}

/** As the answer names what is wrong. */
const fieldNames = { name: 'lastName', phone: 'phone', email: 'email', from: 'from', until: 'until', notes: 'notes' } as const
const answered = new Set<string>(Object.values(fieldNames))

type AddPartyProps = { venueId: string; kind: WaitKind; date: string; asked: Asked | undefined; onClose: () => void }

/** A party in a few taps: how many, who, and where it can be reached. */
export const AddParty = ({ venueId, kind, date, asked, onClose }: AddPartyProps) => {
  const t = useWaitT()
  const kitT = useKitT()
  const [party, setParty] = useState(asked?.partySize ?? 2)
  const [typed, setTyped] = useState({
    name: '',
    phone: '',
    email: '',
    notes: '',
    area: asked?.areaId ?? '',
    ...(asked?.time === undefined ? usual : windowAround(asked.time)),
  })
  const add = useAddWaiting(date, onClose, { shown: true })
  const beside = Object.keys(add.error?.errors ?? {}).filter((name) => answered.has(name))
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (add.error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [add.error])
  const field = (name: Exclude<keyof typeof typed, 'area'>, more: Partial<Parameters<typeof TextField>[0]> = {}) => (
    <TextField
      label={t(name)}
      value={typed[name]}
      error={beside.includes(fieldNames[name])}
      helperText={fieldError(add.error, fieldNames[name])}
      onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
      slotProps={{ htmlInput: { maxLength: 80 } }}
      {...more}
    />
  )
  const submit = (event: { preventDefault: () => void }): void => {
    event.preventDefault()
    const when = kind === 'day' ? { date, from: typed.from, until: typed.until, email: typed.email.trim() || null } : {}
    const who = {
      lastName: typed.name.trim() || t('walkIn'),
      phone: typed.phone.trim() || null,
      notes: typed.notes.trim() || null,
      areaId: typed.area || null,
    }
    if (party >= 1) add.mutate({ params: { id: venueId }, body: { kind, partySize: party, ...who, ...when } })
  }
  return (
    <form ref={form} className="add" onSubmit={submit} aria-label={t(kind === 'door' ? 'add.door' : 'add.day')}>
      <SizeChoice value={party} onChange={setParty} />
      {kind === 'door' && party >= 1 ? <QuoteLine venueId={venueId} partySize={party} areaId={typed.area} /> : null}
      <div className="fields">
        {field('name', { autoFocus: true })}
        {field('phone', { type: 'tel' })}
        {kind === 'day' ? (
          <>
            {field('email', { type: 'email', slotProps: { htmlInput: { maxLength: 254 } } })}
            {field('from', { type: 'time', required: true })}
            {field('until', { type: 'time', required: true })}
          </>
        ) : null}
        <AreaChoice venueId={venueId} value={typed.area} onChange={(area) => setTyped({ ...typed, area })} />
        {field('notes', { slotProps: { htmlInput: { maxLength: 500 } } })}
      </div>
      {add.error && beside.length === 0 ? (
        <Alert severity="error" role="alert">
          <Linked text={errorText(add.error, kitT)} />
        </Alert>
      ) : null}
      <div className="acts">
        <Button type="submit" variant="contained" loading={add.isPending}>
          {t('add.submit')}
        </Button>
        <Button color="inherit" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}

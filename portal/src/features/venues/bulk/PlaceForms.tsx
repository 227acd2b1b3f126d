import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import type { BulkChange } from '@tablewire/contracts/estate/bulk-changes'
import { type BookPart, bookParts } from '@tablewire/contracts/estate/bulk-changes.rules'
import { venues } from '@tablewire/contracts/estate/venues'
import { useEffect, useState } from 'react'
import { useFoundGroups } from '#src/api/finds.ts'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { FindField, type FindOption } from '#src/kit/form/FindField.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useTyped } from '#src/kit/use-typed.ts'
import { useT } from '../use-t.ts'

export type FormProps = { onChange: (change: BulkChange | undefined) => void }
const offered = 8

export const GroupForm = ({ onChange }: FormProps) => {
  const t = useT()
  const [out, setOut] = useState(false)
  const [chosen, setChosen] = useState<FindOption>()
  const [search, setText] = useTyped()
  const { options } = useFoundGroups(search)
  const set = (leaves: boolean, group: FindOption | undefined): void => {
    setOut(leaves)
    setChosen(group)
    onChange(leaves ? { kind: 'group', groupId: null } : group && { kind: 'group', groupId: group.id })
  }
  return (
    <>
      <FindField
        label={t('group')}
        hint={t('bulk.group.hint')}
        value={chosen?.name ?? ''}
        options={options}
        atOnce
        disabled={out}
        onType={setText}
        onChoose={(group) => set(false, group)}
      />
      <FormControlLabel label={t('bulk.group.out')} control={<Checkbox checked={out} onChange={(_, on) => set(on, chosen)} />} />
    </>
  )
}

const moves = ['connect', 'pause', 'resume'] as const

export const ChannelForm = ({ onChange }: FormProps) => {
  const t = useT()
  const { bookingChannels } = useSession()
  const [channelId, setChannel] = useState('')
  const [move, setMove] = useState<(typeof moves)[number]>('connect')
  useEffect(() => onChange(channelId ? { kind: 'channel', channelId, move } : undefined), [channelId, move, onChange])
  return (
    <>
      <TextField select label={t('channel')} value={channelId} onChange={({ target }) => setChannel(target.value)}>
        <option value="">–</option>
        {bookingChannels.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </TextField>
      <TextField
        select
        label={t('bulk.move')}
        value={move}
        onChange={({ target }) => setMove(moves.find((one) => one === target.value) ?? 'connect')}
      >
        {moves.map((one) => (
          <option key={one} value={one}>
            {t(`bulk.move.${one}`)}
          </option>
        ))}
      </TextField>
    </>
  )
}

export const ArchiveForm = ({ onChange }: FormProps) => {
  const t = useT()
  const [confirmed, setConfirmed] = useState(false)
  useEffect(() => onChange({ kind: 'archive', confirmed }), [confirmed, onChange])
  return (
    <>
      <p style={{ margin: 0 }}>{t('bulk.archive.text')}</p>
      <FormControlLabel
        label={t('bulk.archive.guests')}
        control={<Checkbox checked={confirmed} onChange={(_, on) => setConfirmed(on)} />}
      />
    </>
  )
}

export const RestoreForm = ({ onChange }: FormProps) => {
  const t = useT()
  useEffect(() => onChange({ kind: 'restore' }), [onChange])
  return <p style={{ margin: 0 }}>{t('bulk.restore.text')}</p>
}

/** Whose book, and which parts of it. */
export const BookForm = ({ onChange }: FormProps) => {
  const t = useT()
  const [from, setFrom] = useState<FindOption>()
  const [parts, setParts] = useState<readonly BookPart[]>(['week', 'pacing'])
  const [criteria, setText] = useTyped()
  const { data } = useEndpoint(venues.list, { query: { limit: offered, filters: criteria ? { criteria } : {} } }, keepRows)
  useEffect(() => onChange(from && parts.length ? { kind: 'book', from: from.id, parts: [...parts] } : undefined), [from, parts, onChange])
  return (
    <>
      <FindField
        label={t('bulk.book.from')}
        value={from?.name ?? ''}
        options={(data?.data ?? []).map(({ id, name, city }) => ({ id, name, note: city }))}
        atOnce
        onType={setText}
        onChoose={setFrom}
      />
      <div>
        {bookParts.map((part) => (
          <div key={part}>
            <FormControlLabel
              label={t(`bulk.part.${part}`)}
              control={
                <Checkbox
                  size="small"
                  checked={parts.includes(part)}
                  onChange={(_, on) => setParts(on ? [...parts, part] : parts.filter((one) => one !== part))}
                />
              }
            />
          </div>
        ))}
      </div>
      <p style={{ margin: 0, fontSize: '0.8125rem' }}>{t('bulk.book.hint')}</p>
    </>
  )
}

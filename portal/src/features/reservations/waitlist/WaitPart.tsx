import { mdiPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import type { WaitlistDay, WaitlistEntry } from '@tablewire/contracts/booking/waitlist'
import type { WaitKind } from '@tablewire/contracts/booking/waitlist.rules'
import { useState } from 'react'
import { formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import type { Asked } from '../reservation-search.ts'
import { AddParty } from './AddParty.tsx'
import { useWaitT } from './use-wait-t.ts'
import { WaitRow } from './WaitRow.tsx'

type WaitPartProps = {
  day: WaitlistDay
  kind: WaitKind
  canAdd: boolean
  /** Who is to be put on it, as far as it is known. */
  asked: Asked
  onAsked: () => void
  onReservation: (id: string) => void
}

const Rows = ({ entries, onReservation }: { entries: readonly WaitlistEntry[]; onReservation: (id: string) => void }) => (
  <ol>
    {entries.map((entry) => (
      <WaitRow key={entry.id} entry={entry} onReservation={onReservation} />
    ))}
  </ol>
)

const Record = ({ record }: Pick<WaitlistDay, 'record'>) => {
  const t = useWaitT()
  const share = record ? formatNumber(record.keptShare, { style: 'percent', maximumFractionDigits: 0 }) : ''
  return <p className="record">{record ? t('record', { count: record.quotes, share }) : t('record.none')}</p>
}

/** One of the two lists, with those who no longer wait below it. */
export const WaitPart = ({ day, kind, canAdd, asked, onAsked, onReservation }: WaitPartProps) => {
  const t = useWaitT()
  const wanted = asked.wait === kind && canAdd
  const [opened, setAdding] = useState(false)
  const adding = opened || wanted
  const close = (): void => {
    setAdding(false)
    if (wanted) onAsked()
  }
  const mine = day.entries.filter((entry) => entry.kind === kind)
  const waiting = mine.filter(({ position }) => position !== null)
  const ended = mine.filter(({ position }) => position === null)
  return (
    <section aria-labelledby={`wait-${kind}`}>
      <div className="head">
        <h2 id={`wait-${kind}`}>{t(kind)}</h2>
        {kind === 'door' ? <Record record={day.record} /> : null}
        {canAdd && !adding ? (
          <Button
            size="small"
            variant={kind === 'door' ? 'contained' : 'outlined'}
            startIcon={<Icon path={mdiPlus} size={18} />}
            onClick={() => setAdding(true)}
          >
            {t(`add.${kind}`)}
          </Button>
        ) : null}
      </div>
      {adding ? <AddParty venueId={day.venueId} kind={kind} date={day.date} asked={wanted ? asked : undefined} onClose={close} /> : null}
      {waiting.length > 0 ? <Rows entries={waiting} onReservation={onReservation} /> : <p className="hint">{t(`${kind}.none`)}</p>}
      {ended.length > 0 ? (
        <details>
          <summary>{t('ended', { count: ended.length })}</summary>
          <Rows entries={ended} onReservation={onReservation} />
        </details>
      ) : null}
    </section>
  )
}

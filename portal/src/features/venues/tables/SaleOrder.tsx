import type { TablePlan } from '@tablewire/contracts/booking/tables'
import { bySuitability, fits, type Seating, seatingsOf } from '@tablewire/contracts/booking/tables.rules'
import { useState } from 'react'
import { Tag } from '#src/kit/Tag.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useTablesT } from './use-tables-t.ts'

/** Later ones are hardly ever reached. */
const shownMost = 12

const Order = ({ area, seatings }: { area: string; seatings: readonly Seating[] }) => {
  const t = useTablesT()
  return (
    <div style={{ minWidth: 160 }}>
      <h3 style={{ margin: 0, fontSize: '0.875rem' }}>{area}</h3>
      {seatings.length === 0 ? <p style={{ margin: '4px 0 0' }}>{t('order.none')}</p> : null}
      <ol style={{ margin: '4px 0 0', paddingInlineStart: 24 }}>
        {seatings.slice(0, shownMost).map(({ name, online }) => (
          <li key={name}>
            <span dir="auto">{name}</span> {online ? null : <Tag tone="neutral">{t('offline')}</Tag>}
          </li>
        ))}
      </ol>
      {seatings.length > shownMost ? <p style={{ margin: '4px 0 0' }}>{t('order.more', { count: seatings.length - shownMost })}</p> : null}
    </div>
  )
}

/** What a party of that size is given first while all is free: by the search's own order. */
export const SaleOrder = ({ plan, areas }: { plan: TablePlan; areas: readonly { id: string; name: string }[] }) => {
  const t = useTablesT()
  const [typed, setTyped] = useState('2')
  const partySize = Math.trunc(Number(typed)) || 0
  const suiting = seatingsOf(plan)
    .filter((seating) => fits(seating, partySize))
    .toSorted(bySuitability)
  const used = areas.filter(({ id }) => plan.tables.some(({ areaId }) => areaId === id))
  return (
    <>
      <TextField
        style={{ maxWidth: 160 }}
        label={t('order.party')}
        value={typed}
        slotProps={{ htmlInput: { inputMode: 'numeric', type: 'number', min: 1, max: 1000 } }}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 24, marginBlockStart: 16 }}>
        {used.map(({ id, name }) => (
          <Order key={id} area={name} seatings={suiting.filter(({ areaId }) => areaId === id)} />
        ))}
      </div>
    </>
  )
}

import { mdiCancel } from '@mdi/js'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { formatClock } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { BlockForm } from '../seating/BlockForm.tsx'
import type { HouseTable } from '../seating/house-tables.ts'
import { useBlocks } from '../seating/use-blocks.ts'
import { useSeatT } from '../seating/use-seat-t.ts'

type BlocksProps = {
  one: HouseTable
  venue: { id: string; timezone: string }
  now: number
  closing: number
  /** What was pressed is gone by it. */
  onActed: () => void
}

/** A table is closed for tonight, and opened again. */
export const TableBlocks = ({ one, venue, now, closing, onActed }: BlocksProps) => {
  const t = useSeatT()
  const { closed, open } = useBlocks(venue)
  const [asking, setAsking] = useState(false)
  const { table, blocks } = one
  const [block] = blocks
  if (block)
    return (
      <div className="blocked-line">
        <Icon path={mdiCancel} size={16} />
        <span>
          {t('house.closedFrom', { from: formatClock(block.from, venue.timezone), until: formatClock(block.until, venue.timezone) })}
          {block.reason ? `: ${block.reason}` : ''}
        </span>
        <Button size="small" color="inherit" variant="outlined" onClick={() => void open(table.name, block).then(onActed, () => undefined)}>
          {t('open')}
        </Button>
      </div>
    )
  if (!asking)
    return (
      <Button
        size="small"
        color="inherit"
        variant="outlined"
        startIcon={<Icon path={mdiCancel} size={16} />}
        onClick={() => setAsking(true)}
      >
        {t('block.one', { table: table.name })}
      </Button>
    )
  return (
    <div ref={(shown) => shown?.scrollIntoView({ block: 'nearest' })}>
      <BlockForm
        venue={venue}
        table={table}
        from={now}
        closing={closing}
        onDone={(made) => {
          setAsking(false)
          closed(table.name, made)
          onActed()
        }}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}

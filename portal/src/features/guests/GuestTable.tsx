import { mdiAccountHeartOutline } from '@mdi/js'
import type { GuestRow } from '@tablewire/contracts/booking/guests'
import { useRef } from 'react'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import type { ListRows } from '#src/kit/list/columns.ts'
import { DataList } from '#src/kit/list/DataList.tsx'
import type { ListNav } from '#src/kit/list/use-roving.ts'
import { useShortcuts } from '#src/kit/shortcuts.ts'
import { phoneRow, useGuestColumns } from './guest-columns.tsx'
import { rowInWords } from './guest-words.ts'
import { useT } from './use-t.ts'

type GuestTableProps = {
  rows: ListRows<GuestRow>
  id: string | undefined
  filtered: boolean
  /** The panel stands beside the list: keys that lead along the rows show each. */
  docked: boolean
  onOpen: (id: string) => void
}

/** Guests by their names; `j` and `k` lead along them. */
export const GuestTable = ({ rows, id, filtered, docked, onOpen }: GuestTableProps) => {
  const t = useT()
  const nav = useRef<ListNav>(null)
  const columns = useGuestColumns()
  useShortcuts([
    { keys: 'j', label: t('keys.next'), run: () => nav.current?.step(1) },
    { keys: 'k', label: t('keys.previous'), run: () => nav.current?.step(-1) },
  ])
  return (
    <DataList
      label={t('title')}
      rows={rows}
      columns={columns}
      nav={nav}
      selectedId={id}
      onOpen={(guest) => onOpen(guest.id)}
      onStep={(guest) => (docked && id && id !== guest.id ? onOpen(guest.id) : undefined)}
      rowLabel={(guest) => rowInWords(t, guest)}
      phone={phoneRow}
      empty={
        <EmptyState icon={mdiAccountHeartOutline} title={t(filtered ? 'none.filtered' : 'none')} hint={filtered ? '' : t('none.hint')} />
      }
    />
  )
}

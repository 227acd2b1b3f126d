import { floor, type FloorParty } from '@tablewire/contracts/booking/floor'
import type { DiningTable } from '@tablewire/contracts/booking/tables'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#src/api/client.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatDate, localTime } from '#src/kit/format.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { useTablesT } from './use-tables-t.ts'

const shownMost = 12

/** Who would lose it if it were put away on every day: exactly those who have it from now on. */
const useParties = (venueId: string, tableId: string) =>
  useQuery({
    queryKey: ['floor', 'parties', venueId, tableId],
    meta: { shown: true },
    staleTime: 0,
    queryFn: ({ signal }) => {
      const layout = { id: crypto.randomUUID(), name: '–', days: [], rooms: [], places: [], away: [tableId], things: [] }
      return api(floor.touched, { params: { id: venueId }, body: { layouts: [layout] } }, { signal })
    },
  })

const PartyLink = ({ venueId, party }: { venueId: string; party: FloorParty }) => {
  const t = useTablesT()
  return (
    <Link
      to="/reservations"
      search={{ venue: venueId, date: party.serviceOn, view: 'day', id: party.reservationId } as never}
      target="_blank"
      rel="noopener"
    >
      {t('remove.party', {
        name: party.guestName || '–',
        size: party.partySize,
        date: formatDate(party.serviceOn),
        time: localTime(party.startsLocal),
      })}
    </Link>
  )
}

type RemoveTableProps = {
  venueId: string
  table: DiningTable
  saving: boolean
  onConfirm: (releases: string[]) => void
  onClose: () => void
}

/** Who still has it and when is named, with the way there: whoever is given no other table first stands without one. */
export const RemoveTable = ({ venueId, table, saving, onConfirm, onClose }: RemoveTableProps) => {
  const t = useTablesT()
  const { data, error, refetch } = useParties(venueId, table.id)
  const parties = data?.parties ?? []
  const more = (data?.ids.length ?? 0) - shownMost
  const body = () => {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
    if (!data) return <RowsSkeleton rows={2} />
    if (parties.length === 0) return t('remove.text')
    return (
      <>
        <p style={{ marginTop: 0 }}>{t('remove.taken', { name: table.name })}</p>
        <ul style={{ margin: 0, paddingInlineStart: 18, maxHeight: '40vh', overflowY: 'auto' }}>
          {parties.slice(0, shownMost).map((party) => (
            <li key={party.reservationId}>
              <PartyLink venueId={venueId} party={party} />
            </li>
          ))}
        </ul>
        {more > 0 ? <p>{t('remove.more', { count: more })}</p> : null}
      </>
    )
  }
  return (
    <ConfirmDialog
      open
      title={t('remove.title', { name: table.name })}
      confirmLabel={t('remove')}
      danger
      busy={saving}
      ready={data !== undefined}
      onConfirm={() => onConfirm(data?.ids ?? [])}
      onClose={onClose}
    >
      {body()}
    </ConfirmDialog>
  )
}

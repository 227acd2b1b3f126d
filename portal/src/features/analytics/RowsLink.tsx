import Link from '@mui/material/Link'
import type { RowFilters } from '@tablewire/contracts/analytics/analytics'
import { Link as RouterLink, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { useUrlSearch } from '#src/kit/url-search.ts'

/** Names of filters in the address of the list, where they differ. */
const inAddress: Readonly<Record<string, string>> = {
  dateBasis: 'basis',
  venueId: 'venue',
  channelId: 'channel',
  rmsId: 'rms',
  partySize: 'party',
}

/** The address of the list that shows exactly these reservations. */
export const rowsSearch = (rows: RowFilters): Record<string, string> =>
  Object.fromEntries(Object.entries(rows).map(([name, value]) => [inAddress[name] ?? name, value]))

/** Opens the reservations behind a figure, for who may read them. */
export const useOpenRows = (): ((rows: RowFilters) => void) | undefined => {
  const navigate = useNavigate()
  const may = useAbility().can('read', 'reservation-list')
  return may ? (rows) => void navigate({ to: '/reservations', search: rowsSearch(rows) as never }) : undefined
}

type RowsLinkProps = { rows: RowFilters | null; label?: string; children: ReactNode }

/** A figure that opens its rows; where nobody may, or nothing can, it is text. */
export const RowsLink = ({ rows, label, children }: RowsLinkProps) => {
  const may = useAbility().can('read', 'reservation-list')
  if (!may || !rows) return <span>{children}</span>
  return (
    <Link component={RouterLink} to="/reservations" search={rowsSearch(rows) as never} color="inherit" underline="hover" aria-label={label}>
      {children}
    </Link>
  )
}

/** The same question of one venue alone; where it is alone already, its name is text. */
export const VenueLink = ({ id, children }: { id: string; children: ReactNode }) => {
  const [search] = useUrlSearch()
  if (search['venue'] === id) return <span>{children}</span>
  const { company: _, brand: __, ...question } = search
  return (
    <Link
      component={RouterLink}
      to="/analytics/reservations"
      search={{ ...question, venue: id } as never}
      color="inherit"
      underline="hover"
    >
      {children}
    </Link>
  )
}

import Link from '@mui/material/Link'
import type { RowFilters } from '@tablewire/contracts/analytics/analytics'
import { rightOf } from '@tablewire/contracts/identity/page-rights'
import { Link as RouterLink, useNavigate } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { reservationNames, rowSearch } from '#src/api/row-search.ts'
import { formatNumber } from '#src/kit/format.ts'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useT } from './use-t.ts'

/** Where the rows of figures stand, and the page of figures of one venue. */
export type RowsPage = {
  list: '/reservations' | '/reviews' | '/listing' | '/listing/differences'
  figures: '/analytics/reservations' | '/analytics/reviews' | '/analytics/listing'
  /** Names of filters in the address of the list, where they differ. */
  names: Readonly<Record<string, string>>
}
const reservationRows: RowsPage = {
  list: '/reservations',
  figures: '/analytics/reservations',
  names: reservationNames,
}
/** Of the figures below. */
export const RowsPageContext = createContext(reservationRows)

/** What in the rows of a figure is different for those it is compared with; null = they cannot be listed. */
export const ComparedRowsContext = createContext<RowFilters | null>(null)

/** The list with exactly these rows, for who may read it. */
const useRowsList = () => {
  const { list, names } = useContext(RowsPageContext)
  const [action, subject] = rightOf[list]
  const may = useAbility().can(action, subject)
  const searchOf = (rows: RowFilters): Record<string, string> => rowSearch(rows, names)
  return { list, may, searchOf }
}

/** Opens the rows behind a figure, for who may read them. */
export const useOpenRows = (): ((rows: RowFilters) => void) | undefined => {
  const navigate = useNavigate()
  const { list, may, searchOf } = useRowsList()
  return may ? (rows) => void navigate({ to: list, search: searchOf(rows) as never }) : undefined
}

type RowsLinkProps = { rows: RowFilters | null; label?: string; children: ReactNode }

/** A figure that opens its rows; where nobody may, or nothing can, it is text. */
export const RowsLink = ({ rows, label, children }: RowsLinkProps) => {
  const { list, may, searchOf } = useRowsList()
  if (!may || !rows) return <span>{children}</span>
  return (
    <Link component={RouterLink} to={list} search={searchOf(rows) as never} color="inherit" underline="hover" aria-label={label}>
      {children}
    </Link>
  )
}

/** `days`: those of the rows it is compared with, where they are not those of the whole page. */
type ComparedLinkProps = { rows: RowFilters | null; name: string; value: number | null; days?: RowFilters | null }
/** What a number is compared with, which opens its own rows. */
export const ComparedLink = ({ rows, name, value, days }: ComparedLinkProps) => {
  const labelOf = useRowsLabel()
  const other = useContext(ComparedRowsContext)
  const text = value === null ? '–' : formatNumber(value)
  return (
    <RowsLink rows={value && rows && other ? { ...rows, ...other, ...days } : null} label={labelOf(name, text, true)}>
      {text}
    </RowsLink>
  )
}

/** What a link to rows says to whoever does not see where it stands. */
export const useRowsLabel = (): ((name: string, value: string, compared?: boolean) => string) => {
  const t = useT()
  // `1,7 Std.` ends the sentence already.
  return (name, value, compared = false) => t(compared ? 'figure.comparedRows' : 'figure.rows', { name, value: value.replace(/\.$/, '') })
}

/** The same question of one venue alone; where it is alone already, its name is text. */
export const VenueLink = ({ id, children }: { id: string; children: ReactNode }) => {
  const [search] = useUrlSearch()
  const { figures } = useContext(RowsPageContext)
  if (search['venue'] === id) return <span>{children}</span>
  const { company: _, brand: __, ...question } = search
  return (
    <Link component={RouterLink} to={figures} search={{ ...question, venue: id } as never} color="inherit" underline="hover">
      {children}
    </Link>
  )
}

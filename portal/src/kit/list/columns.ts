import type { ReactNode } from 'react'

export type Column<Row> = {
  id: string
  title: string
  /** A track of CSS grid: `minmax(140px, 2fr)`, `90px`. */
  width: string
  cell: (row: Row) => ReactNode
  /** The name the server sorts by; without one the column does not sort. */
  sort?: string
  align?: 'end'
  /** Shows from this width of the list on, in pixels. */
  from?: number
  /** Cannot be switched off. */
  always?: boolean
  /** Off until somebody switches it on. */
  extra?: boolean
}

/** What a list shows: any paged endpoint by `useRows`. */
export type ListRows<Row> = {
  total: number
  rows: readonly (Row | undefined)[]
  name: string
  ensure: (from: number, to: number) => void
  loading: boolean
  stale: boolean
  error: unknown
  retry: () => void
}

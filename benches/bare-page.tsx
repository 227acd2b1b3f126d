import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

/* The baseline of the portal bench: React, a MUI table and the same answer, without anything else of the product. */
type Row = {
  id: string
  startsLocal: string
  partySize: number
  guest: { firstName: string; lastName: string }
  status: string
  venueName: string
}

/** About as many as fit on the screen. */
const shown = 25
const columns: readonly [title: string, of: (row: Row) => string | number][] = [
  ['Time', ({ startsLocal }) => startsLocal.slice(11, 16)],
  ['Party', ({ partySize }) => partySize],
  ['Guest', ({ guest }) => `${guest.firstName} ${guest.lastName}`],
  ['Status', ({ status }) => status],
  ['Venue', ({ venueName }) => venueName],
]
const today = new Date().toISOString().slice(0, 10)

const Page = () => {
  const [rows, setRows] = useState<readonly Row[]>([])
  useEffect(() => {
    const read = async (): Promise<void> => {
      const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
      const answer = await fetch(`/v1/reservations?sort=startsAt&offset=0&limit=200&filters[date]=${today}`, { headers })
      setRows(((await answer.json()) as { data: Row[] }).data)
    }
    void read()
  }, [])
  return (
    <Paper>
      <Table size="small">
        <TableHead>
          <TableRow>
            {columns.map(([title]) => (
              <TableCell key={title}>{title}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.slice(0, shown).map((row) => (
            <TableRow key={row.id} hover data-reservation={row.id}>
              {columns.map(([title, of]) => (
                <TableCell key={title}>{of(row)}</TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Paper>
  )
}

createRoot(document.getElementById('root')!).render(<Page />)

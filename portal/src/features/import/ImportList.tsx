import { mdiDatabaseImportOutline } from '@mdi/js'
import { type ImportRow, imports } from '@tablewire/contracts/import/import'
import { goesToVenues } from '@tablewire/contracts/import/import.rules'
import { useLive } from '#src/api/live.ts'
import { keyOf, queryClient } from '#src/api/query.ts'
import { useRows } from '#src/api/rows.ts'
import { NameCell, PhoneRow } from '#src/kit/list/cells.ts'
import { formatInstant, formatNumber } from '#src/kit/format.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { ListPage } from '#src/kit/list/ListPage.tsx'
import { ImportStart } from './start/ImportStart.tsx'
import { StateTag } from './Steps.tsx'
import { useT } from './use-t.ts'

const whereOf = ({ venueName, companyName, kind }: ImportRow, t: ReturnType<typeof useT>): string =>
  venueName ?? companyName ?? (goesToVenues(kind) ? t('several.short') : '–')

const File = ({ row }: { row: ImportRow }) => {
  const t = useT()
  return (
    <NameCell>
      <strong dir="auto">{row.fileName}</strong>
      <small>{t(`kind.${row.kind}`)}</small>
    </NameCell>
  )
}
const phoneRow = (row: ImportRow) => (
  <PhoneRow>
    <File row={row} />
    <StateTag state={row.state} />
  </PhoneRow>
)

const useImportColumns = (): Column<ImportRow>[] => {
  const t = useT()
  const count = ({ counts, state }: ImportRow, name: 'made' | 'changed' | 'rejected'): string => {
    if (!counts) return '–'
    // A trial made and changed nothing.
    const planned = state === 'checked' && name !== 'rejected' && counts[name] > 0
    return planned ? t('count.planned', { count: counts[name] }) : formatNumber(counts[name])
  }
  return [
    { id: 'file', title: t('col.file'), width: 'minmax(200px, 2fr)', always: true, cell: (row) => <File row={row} /> },
    { id: 'where', title: t('col.where'), width: 'minmax(140px, 1.2fr)', from: 640, cell: (row) => whereOf(row, t) },
    { id: 'made', title: t('count.made'), width: '112px', align: 'end', from: 760, cell: (row) => count(row, 'made') },
    { id: 'changed', title: t('count.changed'), width: '112px', align: 'end', from: 820, cell: (row) => count(row, 'changed') },
    { id: 'rejected', title: t('count.rejected'), width: '104px', align: 'end', from: 900, cell: (row) => count(row, 'rejected') },
    { id: 'who', title: t('col.who'), width: 'minmax(150px, 1fr)', from: 1000, cell: ({ createdByName }) => createdByName },
    { id: 'when', title: t('col.when'), width: '160px', from: 700, cell: ({ createdAt }) => formatInstant(createdAt) },
    { id: 'state', title: t('col.state'), width: '130px', cell: ({ state }) => <StateTag state={state} /> },
  ]
}

/** What was brought in: by whom, when, how many; and what somebody began and left. */
export const ImportList = ({ onOpen }: { onOpen: (id: string) => void }) => {
  const t = useT()
  const rows = useRows(imports.list, { query: {} })
  useLive(({ type, kind }) => {
    if (type === 'import' && kind === 'step') void queryClient.invalidateQueries({ queryKey: keyOf(imports.list) })
  })
  const columns = useImportColumns()
  return (
    <ListPage
      title={t('title')}
      hint={t('hint')}
      onNew={{ label: t('new'), run: () => onOpen('new') }}
      rows={rows}
      columns={columns}
      columnsName="imports"
      onOpen={({ id }) => onOpen(id)}
      rowLabel={(row) => `${row.fileName}, ${t(`kind.${row.kind}`)}, ${whereOf(row, t)}, ${t(`state.${row.state}`)}`}
      phone={phoneRow}
      empty={{
        icon: mdiDatabaseImportOutline,
        title: t('none'),
        hint: t('none.hint'),
        action: <ImportStart onNew={() => onOpen('new')} />,
      }}
    />
  )
}

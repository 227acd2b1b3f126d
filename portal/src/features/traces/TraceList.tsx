import { mdiTransitConnection } from '@mdi/js'
import type { Trace } from '@tablewire/contracts/operations/traces'
import type { Rows } from '#src/api/rows.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { formatMoment } from '#src/kit/format.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { DataList } from '#src/kit/list/DataList.tsx'
import { phoneRow } from './trace-columns.tsx'
import { hopDuration, operationInWords, outcomeInWords, wayInWords } from './trace-words.ts'
import { useT } from './use-t.ts'

type TraceListProps = {
  rows: Rows<Trace>
  columns: readonly Column<Trace>[]
  selectedId: string | undefined
  filtered: boolean
  onOpen: (id: string) => void
}

export const TraceList = ({ rows, columns, selectedId, filtered, onOpen }: TraceListProps) => {
  const t = useT()
  return (
    <DataList
      label={t('title')}
      rows={rows}
      columns={columns}
      selectedId={selectedId}
      onOpen={({ id }) => onOpen(id)}
      rowLabel={(trace) =>
        t('row', {
          at: formatMoment(trace.startedAt),
          way: wayInWords(t, trace),
          operation: operationInWords(t, trace.operation),
          outcome: outcomeInWords(t, trace),
          duration: hopDuration(t, trace),
        })
      }
      phone={phoneRow}
      empty={<EmptyState icon={mdiTransitConnection} title={t(filtered ? 'none.filtered' : 'none')} hint={t('none.hint')} />}
    />
  )
}
